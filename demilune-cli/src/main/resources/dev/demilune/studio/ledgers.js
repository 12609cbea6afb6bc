// Screen 4: what is left of a budget, what was spent of it, and whether the record is intact.
import {$, h, show, options, notes, fault, action, amount} from './dom.js';
import {post, onState, files, refresh} from './api.js';
import {bar} from './chart.js';

let seen = '';

async function look() {
  const ledger = $('ledger').value;
  show($('verify-result'));
  if (!ledger) {
    show($('ledger-view'), h('p', {}, 'Choose a ledger, or create one.'));
    return;
  }
  try {
    const reply = await post('ledger/show', {ledger});
    if (reply.code !== 0) {
      notes($('ledger-view'), reply);
      return;
    }
    const {name, description, adjacency, composition, total, spent, left, accountant, entries} = reply.result;
    const place = h('div');
    bar(place, total, {spent, left}, null);
    show($('ledger-view'), h('h2', {}, name), description ? h('p', {}, description) : null,
      h('p', {class: 'hint'}, adjacency + ', ' + composition + '; spent as of ' + accountant), place,
      entries.length ? table(entries) : h('p', {}, 'Nothing was spent yet.'));
  } catch (error) {
    fault($('ledger-view'), error);
  }
}

const table = entries => h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Entries of the ledger'},
  h('table', {},
    h('caption', {}, 'What was spent'),
    h('thead', {}, h('tr', {}, ['#', 'when', 'who', 'what for', 'learner', 'how much', 'hash'].map(t => h('th', {scope: 'col'}, t)))),
    h('tbody', {}, entries.map(entry => h('tr', {}, h('td', {class: 'num'}, entry.number),
      h('td', {}, entry.time.replace('T', ' ').replace(/\..*Z/, ' UTC')), h('td', {}, entry.who || 'not said'),
      h('td', {}, entry.purpose), h('td', {}, entry.learner || 'not said'), h('td', {}, amount(entry.amount)),
      h('td', {}, h('code', {title: entry.hash}, entry.hash.slice(0, 12))))))));

export function start() {
  onState(state => {
    options($('ledger'), files('ledger'), 'choose a ledger');
    options($('new-schema'), files('schema'), 'choose a schema');
    const now = $('ledger').value + JSON.stringify(state.files.filter(file => file.kind === 'ledger'));
    if (now !== seen) {
      seen = now;
      look();
    }
  });
  $('ledger').addEventListener('change', look);

  action($('verify'), $('verify-result'), async () => {
    const reply = await post('ledger/verify', {ledger: $('ledger').value, model: $('verify-model').value});
    const checks = reply.result?.checks ?? [];
    const faults = h('div', {class: 'notes'});
    notes(faults, {notes: reply.notes.filter(note => note.kind === 'fault' || note.kind === 'red')});
    show($('verify-result'),
      reply.result ? h('p', {class: reply.result.intact ? 'note good' : 'note fault', role: 'status'},
        reply.result.intact ? 'The ledger is intact, all ' + reply.result.entries + ' entries.' : reply.result.fault) : null,
      faults,
      h('ul', {class: 'checks'}, checks.map(check =>
        h('li', {}, h('strong', {}, check.passed ? 'passed ' : 'FAILED '), check.check + ': ' + check.found))));
  });

  action($('create-ledger'), $('create-notes'), async () => {
    const ledger = $('new-file').value.trim();
    const reply = await post('ledger/create', {ledger, name: $('new-name').value.trim(), schema: $('new-schema').value,
      epsilon: $('new-epsilon').value.trim(), delta: $('new-delta').value.trim()});
    notes($('create-notes'), reply, reply.code === 0
      ? [h('p', {class: 'note good', role: 'status'}, 'Created ' + ledger + '.')] : []);
    if (reply.code === 0) {
      $('ledger').dataset.wanted = ledger;
      $('plan-ledger').dataset.wanted = ledger;
      await refresh();
    }
  });
}
