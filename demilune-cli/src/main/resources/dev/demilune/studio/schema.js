// Screen 1: a schema, opened, drafted or written by hand, judged while it is written.
import {$, h, show, options, notes, fault, debounced, action, ask} from './dom.js';
import {post, onState, files, refresh} from './api.js';
import {columnForm, ADJACENCIES} from './columns.js';

let asked = 0;

async function judge() {
  const text = $('yaml').value;
  const mine = ++asked;
  if (!text.trim()) {
    show($('schema-state'), 'Open, draft or write a schema.');
    return;
  }
  try {
    const meaning = await post('schema/check', {text, name: name(), data: $('data').value});
    if (mine !== asked) return; // a newer text is on its way
    if (meaning.faults.length) {
      show($('schema-state'), h('p', {class: 'bad'}, 'Not yet sound:'),
        h('ul', {}, meaning.faults.map(line => h('li', {}, line))));
    } else {
      show($('schema-state'), h('p', {class: 'good'}, 'Sound: '
        + meaning.features + ' features, labels ' + meaning.labels.join(', ') + ', ' + meaning.adjacency
        + (meaning.expectedRows ? ', ' + meaning.expectedRows + ' rows expected' : '')
        + ($('data').value ? '. The header of ' + $('data').value + ' fits.' : '.')));
    }
  } catch (error) {
    fault($('schema-state'), error);
  }
}

const name = () => $('schema-name').value.trim() || 'schema.yaml';

const judgeSoon = debounced(judge, 120);

function edit(text) {
  $('yaml').value = text;
  $('yaml').dispatchEvent(new Event('input', {bubbles: true}));
}

async function open() {
  const schema = $('schema-file').value;
  if (!schema) return;
  try {
    const {text} = await post('schema/read', {schema});
    $('schema-name').value = schema;
    edit(text);
  } catch (error) {
    fault($('schema-notes'), error);
  }
}

let suggested = '';

function suggestName() {
  const table = $('data').value;
  if (table && $('schema-name').value === suggested) {
    suggested = table.replace(/\.(csv|tsv|txt|data)(\.gz|\.bz2)?$/i, '') + '.schema.yaml';
    $('schema-name').value = suggested;
  }
}

async function save(replace) {
  const body = {name: name(), text: $('yaml').value, data: $('data').value, replace};
  try {
    return await post('schema/save', body);
  } catch (error) {
    if (replace || !error.message.endsWith('is there already')) throw error;
    const yes = await ask('Replace the file?', [error.message + '.'], 'Replace it', 'Keep it');
    return yes ? save('yes') : null;
  }
}

function lintTable(result) {
  const cells = result.cells.filter(cell => cell.cells > 0);
  const lines = cells.map(cell => h('tr', {}, h('th', {scope: 'row'}, cell.column), h('td', {}, cell.state),
    h('td', {class: 'num'}, cell.cells), h('td', {class: 'num'}, cell.firstLine), h('td', {}, cell.advice ?? '')));
  const twice = result.duplicateRows?.rows;
  return [
    h('p', {class: 'private'}, h('strong', {}, 'For you only, do not publish. '),
      'These are exact counts of private rows. Do not widen a range after looking at them.'),
    h('p', {}, result.rows + ' rows' + (twice ? ', ' + twice + ' of them twice, first in line '
      + result.duplicateRows.firstLine : '') + '.'),
    lines.length
      ? h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Cells that do not fit'},
        h('table', {}, h('thead', {}, h('tr', {}, ['column', 'cells that are', 'how many', 'first line', 'advice'].map(t =>
          h('th', {scope: 'col'}, t)))), h('tbody', {}, lines)))
      : h('p', {}, 'Every cell is as declared.'),
  ];
}

export function start() {
  onState(() => {
    options($('data'), files('table'), 'choose a table');
    options($('sample'), files('table'), 'choose a public table');
    options($('schema-file'), files('schema'), 'none');
  });
  options($('draft-adjacency'), ADJACENCIES, 'choose');
  $('yaml').addEventListener('input', judgeSoon);
  $('data').addEventListener('change', () => {
    suggestName();
    judge();
  });
  $('schema-file').addEventListener('change', open);
  judge();

  action($('header'), $('schema-notes'), async () => {
    const header = await post('header', {data: $('data').value});
    show($('schema-notes'));
    suggestName();
    columnForm($('columns'), header, edit);
  });

  action($('draft'), $('schema-notes'), async () => {
    if (!$('draft-public').checked) {
      throw new Error('Say first that the sample is public: nothing protects the people in it.');
    }
    const reply = await post('schema/draft', {sample: $('sample').value, label: $('draft-label').value.trim(),
      adjacency: $('draft-adjacency').value});
    notes($('schema-notes'), reply);
    if (reply.code === 0) {
      suggestName();
      edit(reply.result.yaml);
    }
  });

  action($('save-schema'), $('schema-notes'), async () => {
    const saved = await save();
    if (!saved) return;
    for (const select of ['schema-file', 'plan-schema', 'new-schema']) $(select).dataset.wanted = saved.schema;
    $('plan-data').dataset.wanted = $('data').value;
    await refresh();
    show($('schema-notes'), h('p', {class: 'note good', role: 'status'}, 'Saved as ' + saved.schema + '. ',
      h('a', {href: '#plan'}, 'Go on to the plan'), '.'));
  });

  action($('lint'), $('lint-result'), async () => {
    const schema = $('schema-file').value;
    if (!schema) throw new Error('Save the schema first, or open one.');
    const reply = await post('schema/lint', {schema, data: $('data').value});
    if (reply.code === 0) show($('lint-result'), lintTable(reply.result));
    else notes($('lint-result'), reply);
  });
}
