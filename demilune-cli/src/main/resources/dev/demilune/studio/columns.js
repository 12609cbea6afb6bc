// The form for columns, and the schema file that it stands for.
import {h, show} from './dom.js';

export const ADJACENCIES = [
  ['add-or-remove-one', 'whether they are in the table: add-or-remove-one'],
  ['replace-one', 'their row, the number of rows being public: replace-one'],
  ['replace-label', 'their label only, all else being public: replace-label'],
];

const list = text => '[' + text.split(',').map(value => JSON.stringify(value.trim())).join(', ') + ']';

// Each kind: what is asked for, an example, and how it is written.
const KINDS = {
  ignore: {asks: null, write: () => 'ignore'},
  number: {asks: 'range', example: '0..120', write: text => 'number ' + text},
  integer: {asks: 'range', example: '0..10', write: text => 'integer ' + text},
  category: {asks: 'values', example: 'clerk, nurse, teacher', write: text => `{category: ${list(text)}}`},
  ordered: {asks: 'values, from low to high', example: 'poor, fair, good', write: text => `{ordered: ${list(text)}}`},
  hashed: {asks: 'number of buckets', example: '64', write: text => `{hashed: ${text}}`},
  date: {asks: 'format and range', example: 'd.m.Y 2000-01-01..2026-12-31', write: text => {
    const [format, range] = text.split(/ +/);
    return `{date: ${JSON.stringify(format)}, range: ${range ?? ''}}`;
  }},
  label: {asks: 'labels, the one to be found last', example: 'no, yes', write: text => `{label: ${list(text)}}`},
};

// Shows the form; calls back with the text of the schema whenever it changes.
export function columnForm(place, header, changed) {
  const adjacency = h('select', {id: 'form-adjacency'},
    h('option', {value: ''}, 'choose'), ADJACENCIES.map(([value, text]) => h('option', {value}, text)));
  const rows = h('input', {id: 'form-rows', inputmode: 'numeric', autocomplete: 'off', placeholder: 'a public guess'});
  const lines = header.columns.map((name, i) => {
    const kind = h('select', {'aria-label': 'Kind of column ' + name, id: 'column-kind-' + i},
      Object.keys(KINDS).map(one => h('option', {value: one}, one)));
    const detail = h('input', {id: 'column-detail-' + i, autocomplete: 'off', spellcheck: 'false', disabled: true});
    const update = () => {
      const {asks, example} = KINDS[kind.value];
      detail.disabled = !asks;
      detail.placeholder = example ?? '';
      detail.setAttribute('aria-label', asks ? `Column ${name}: ${asks}` : `Column ${name}: nothing to say`);
    };
    kind.addEventListener('change', update);
    update();
    return {name, kind, detail};
  });
  const text = () => [
    '# Written by hand, from public knowledge.',
    adjacency.value ? 'adjacency: ' + adjacency.value : null,
    rows.value.trim() ? 'expected-rows: ' + rows.value.trim() : null,
    header.delimiter === ',' ? null : 'delimiter: ' + (header.delimiter === 'tab' ? 'tab' : JSON.stringify(header.delimiter)),
    'columns:',
    ...lines.map(({name, kind, detail}) =>
      `  ${JSON.stringify(name)}: ${KINDS[kind.value].write(detail.value.trim())}`),
  ].filter(line => line !== null).join('\n') + '\n';

  show(place,
    h('div', {class: 'grid'},
      h('p', {class: 'field'}, h('label', {for: 'form-adjacency'}, 'What one person can change'), adjacency),
      h('p', {class: 'field'}, h('label', {for: 'form-rows'}, 'Expected rows'), rows)),
    h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Columns'}, h('table', {class: 'stack'},
      h('thead', {}, h('tr', {}, ['column', 'kind', 'what is public about it'].map(t => h('th', {scope: 'col'}, t)))),
      h('tbody', {}, lines.map(({name, kind, detail}) =>
        h('tr', {}, h('th', {scope: 'row'}, name), h('td', {}, kind), h('td', {}, detail)))))));
  place.oninput = () => changed(text());
  changed(text());
}
