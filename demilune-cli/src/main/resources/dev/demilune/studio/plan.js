// Screen 2: the budget and what it buys, at once, from public quantities alone.
import {$, h, show, options, notes, debounced, oneAtATime, percentUp, number} from './dom.js';
import {post, onState, files} from './api.js';
import {tradeOff, detected, bar} from './chart.js';

// What an attacker knows already, and what they want to find out.
const SECRETS = {
  'add-or-remove-one': ['all other rows', 'that you are in the table'],
  'add-or-remove-person': ['all rows of everybody else', 'that you are in the table'],
  'replace-one': ['all other rows', 'which of two rows is yours'],
  'replace-label': ['everything but your label', 'which of two labels is yours'],
};

let cache = new Map();
const MOST_KEPT = 200;
const CHOSEN = 'demilune-studio-settings';
// By learner and name, not by place: they survive a reload of this tab, and a look at another learner.
const chosen = JSON.parse(sessionStorage.getItem(CHOSEN) ?? '{}');
let learners = [];
let current = null;

export const form = () => {
  const settings = {};
  for (const field of document.querySelectorAll('#settings [data-setting]')) {
    if (field.value.trim() && field.value !== field.dataset.default) settings[field.dataset.setting] = field.value.trim();
  }
  return {
    data: $('plan-data').value,
    schema: $('plan-schema').value,
    ledger: $('plan-ledger').value,
    rows: $('plan-rows').value.trim(),
    epsilon: $('epsilon').value.trim(),
    delta: $('delta').value.trim(),
    learner: $('learner').value,
    settings,
    model: $('model-name').value.trim(),
    purpose: $('purpose').value.trim(),
  };
};

// The plan that is on the screen, if the training would be admitted as the form stands.
export const ready = () => current?.code === 0 && current.key === JSON.stringify(form()) ? current : null;

export function forget() {
  cache = new Map(); // files and ledgers have changed; a reply that is on its way goes to the old one
  update();
}

// The slider moves faster than plans come: only the newest form waits, and other requests wait for one plan at most.
const update = oneAtATime(async () => {
  const body = form();
  const missing = [['data', 'a table'], ['schema', 'a schema'], ['epsilon', 'ε'], ['model', 'a name for the model']]
    .filter(([field]) => !body[field]).map(([, text]) => text);
  if (missing.length) {
    current = null;
    $('plan-result').hidden = true;
    show($('plan-status'), 'Choose ' + missing.join(', ') + '.');
    announce();
    return;
  }
  const key = JSON.stringify(body);
  const known = cache;
  let reply = known.get(key);
  if (!reply) {
    try {
      reply = await post('plan', body);
    } catch (error) {
      reply = {code: 1, result: null, notes: [{kind: 'fault', text: error.message}], command: ''};
    }
    if (known.size > MOST_KEPT) known.clear();
    if (reply.result) known.set(key, reply); // a fault may pass
  }
  current = {...reply, key};
  draw(reply);
  $('plan').dataset.epsilon = body.epsilon; // what is shown is for this
  announce();
  if ($('bounds-box').open) boundsSoon();
});

const updateSoon = debounced(update, 20);

const announce = () => document.dispatchEvent(new CustomEvent('plan'));

function draw(reply) {
  const plan = reply.result;
  $('plan-result').hidden = !plan;
  if (!plan) {
    notes($('plan-status'), reply);
    return;
  }
  const refusal = plan.ledger?.refusal;
  show($('plan-status'), refusal
    ? h('p', {class: 'note fault'}, refusal)
    : h('p', {}, 'With ' + plan.guarantee + ', ' + plan.learner + ' would train. Nothing is spent yet.'));
  notes($('plan-notes'), {notes: reply.notes.filter(note => note.kind !== 'fault')});
  const fact = (name, text) => text == null ? [] : [h('div', {}, h('dt', {}, name), h('dd', {}, text))];
  show($('plan-facts'),
    fact('Learner', plan.learner + (plan.because ? ': ' + plan.because : '')),
    fact('Expect', plan.because ? plan.expectation.split(plan.because + '; ').pop() : plan.expectation),
    fact('Noise', plan.noise && plan.noise + ' times what one person can change'),
    fact('Size', plan.features + ' features, ' + (plan.rows ? plan.rows + ' rows expected' : 'number of rows not declared')),
    fact('Relies on', plan.reliesOn.length ? plan.reliesOn.join('; ') : null));
  drawAttack();
  if (plan.ledger) {
    bar($('plan-bar'), plan.ledger.total, plan.ledger.before, plan.ledger.after);
  } else {
    show($('plan-bar'), h('p', {}, 'No ledger: the spend would be recorded nowhere.'));
  }
  show($('plan-command'), reply.command.replace(' --dry-run', ''));
}

function drawAttack() {
  const attack = current?.result?.attack;
  if (!attack) return;
  const rate = Math.pow(10, Number($('alarm').value));
  const shown = rate < 0.1 ? number(rate * 100) : Math.round(rate * 100);
  const most = Math.max(rate, shown / 100); // what is said may be rounded up
  tradeOff($('attack'), attack, most);
  $('alarm').setAttribute('aria-valuetext', shown + ' %');
  const [knows, finds] = SECRETS[current.result.adjacency];
  const from = attack.fitAlone ? 'From the fit, without the release that the schema was learned by' : 'From this model';
  show($('alarm-text'), from + ', an attacker who knows ' + knows + ' and accepts ' + shown + ' % false alarms finds out '
    + finds + ' with probability at most ' + percentUp(detected(attack, most)) + '. If both are equally likely beforehand,'
    + ' their guess is right in at most ' + percentUp(attack.rightGuess) + ' of cases; a coin is right in 50 %.');
}

const needed = (line, rows) => {
  const parts = [
    line.expectedRows == null ? [] : ['about ' + rows(line.expectedRows) + ' on average, for rows of shapes that were measured'],
    line.guaranteedRows == null ? [] : [rows(line.guaranteedRows) + ' by a theorem'],
  ].flat();
  return parts.length ? 'For this error at this margin: ' + parts.join('; ') + '.' : 'Not known for this learner.';
};

const bounds = oneAtATime(async () => {
  const body = {...form(), margin: $('margin').value.trim(), error: $('error').value.trim()};
  if (!body.schema || !body.epsilon) return;
  try {
    const reply = await post('compare', body);
    if (reply.code !== 0) {
      notes($('bounds'), reply);
      return;
    }
    const {learners: lines, lowerBounds, asymptotic} = reply.result;
    const rows = count => count == null ? 'not known' : count < 1e7 ? Math.round(count).toLocaleString('en') : count.toPrecision(3);
    const mine = lines.find(line => line.name === current?.result?.learner);
    const open = $('learners-box')?.open;
    show($('bounds'),
      mine ? [h('h3', {}, 'Rows needed by ' + mine.name), h('p', {}, needed(mine, rows))] : null,
      h('h3', {}, 'Impossible with fewer, whatever the algorithm'),
      lowerBounds.length
        ? h('ul', {}, lowerBounds.map(bound => h('li', {}, 'At least ' + rows(bound.rows) + ' rows ' + bound.source)))
        : h('p', {}, 'No lower bound is known for this.'),
      asymptotic ? h('p', {}, 'Also needed: ' + asymptotic) : null,
      h('details', {id: 'learners-box', open}, h('summary', {}, 'All learners, compared'),
        h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Learners compared'}, h('table', {},
          h('thead', {}, h('tr', {}, ['learner', 'with these rows', 'rows expected', 'guaranteed', 'noise'].map((t, i) =>
            h('th', {scope: 'col', class: i > 1 ? 'num' : null}, t)))),
          h('tbody', {}, lines.map(line => h('tr', {}, h('th', {scope: 'row'}, line.name), h('td', {}, line.verdict ?? ''),
            h('td', {class: 'num'}, rows(line.expectedRows)), h('td', {class: 'num'}, rows(line.guaranteedRows)),
            h('td', {class: 'num'}, line.noise ?? '-')))))),
        h('p', {class: 'hint'}, 'Expected: enough on average for rows of three shapes that were measured; for others not known.'
          + ' Guaranteed: by a theorem.')));
  } catch (error) {
    show($('bounds'), h('p', {class: 'note fault'}, error.message));
  }
});

const boundsSoon = debounced(bounds, 250);

function drawSettings() {
  const learner = learners.find(one => one.name === $('learner').value);
  show($('learner-hint'), learner ? learner.summary
    : 'One is chosen from public quantities; the certificate says which and why.');
  $('settings-box').hidden = !learner?.settings.length;
  show($('settings'), (learner?.settings ?? []).map((setting, i) => {
    const id = 'setting-' + i;
    const key = learner.name + ' ' + setting.name;
    const facts = {
      id, 'data-setting': setting.name, 'data-default': setting.byDefault, autocomplete: 'off',
      oninput: event => {
        chosen[key] = event.target.value;
        sessionStorage.setItem(CHOSEN, JSON.stringify(chosen));
      },
    };
    const field = setting.listed.length
      ? h('select', facts, setting.listed.map(word => h('option', {value: word, selected: word === setting.byDefault}, word)))
      : h('input', {...facts, placeholder: setting.byDefault});
    if (chosen[key]) {
      field.value = chosen[key];
      $('settings-box').open = true; // nothing that counts is out of sight
    }
    return h('p', {class: 'field'}, h('label', {for: id}, setting.name), field,
      h('span', {class: 'hint'}, setting.purpose + ' (' + setting.range + ')'));
  }));
}

export function useLearners(all) {
  learners = all;
  options($('learner'), all.slice(1).map(one => one.name), 'auto: leave it to Demilune');
  drawSettings();
  update();
}

export function start() {
  let seen = '';
  onState(state => {
    options($('plan-data'), files('table'), 'choose a table');
    options($('plan-schema'), files('schema'), 'choose a schema');
    options($('plan-ledger'), files('ledger'), 'none: recorded nowhere');
    const now = JSON.stringify(state.files.filter(file => file.kind !== 'page'));
    if (now !== seen) {
      seen = now;
      forget();
    }
  });
  $('epsilon-slider').addEventListener('input', () => {
    $('epsilon').value = Number(Math.pow(10, Number($('epsilon-slider').value)).toPrecision(2)).toString();
    $('epsilon-slider').setAttribute('aria-valuetext', 'epsilon ' + $('epsilon').value);
  });
  $('epsilon').addEventListener('input', () => {
    const value = Number($('epsilon').value);
    if (value > 0) $('epsilon-slider').value = Math.log10(value);
  });
  $('learner').addEventListener('change', drawSettings);
  $('alarm').addEventListener('input', drawAttack);
  $('bounds-box').addEventListener('toggle', boundsSoon);
  $('margin').addEventListener('input', boundsSoon);
  $('error').addEventListener('input', boundsSoon);
  $('screen-plan').addEventListener('input', event => {
    if (!['alarm', 'margin', 'error'].includes(event.target.id)) updateSoon();
  });
}
