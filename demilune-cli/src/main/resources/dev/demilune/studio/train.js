// The training: asked for once more before it is charged, watched on every screen, cancelled without a refund.
import {$, h, show, notes, action, ask, amount} from './dom.js';
import {post, onState, refresh, state} from './api.js';
import {ready, form, forget} from './plan.js';

const WORDS = {running: 'Training', done: 'Trained', failed: 'Failed', refused: 'Refused', cancelled: 'Cancelled'};
const DISMISSED = 'demilune-studio-dismissed';
const dismissed = new Set(JSON.parse(sessionStorage.getItem(DISMISSED) ?? '[]'));
const states = new Map();
const drawn = new Map();

function progress(job) {
  const known = job.total > 0;
  return [
    h('progress', {max: known ? job.total : null, value: known ? job.done : null, 'aria-label': 'Progress of ' + job.model}),
    h('span', {class: 'hint'}, known ? job.done + ' of ' + job.total + ' steps' : 'starting, or no steps to count yet'),
  ];
}

async function cancel(job) {
  const yes = await ask('Cancel this training?', [
    job.ledger
      ? 'Cancelling does not refund. The ledger ' + job.ledger + ' is charged before the first row is read, and stays charged.'
      : 'Nothing is recorded in a ledger. What was spent on the rows so far is spent.',
    'There will be no model.'], 'Cancel the training', 'Let it go on');
  if (yes) {
    await post('cancel', {id: job.id});
    await refresh();
  }
}

function card(job) {
  const button = job.state === 'running'
    ? h('button', {type: 'button', class: 'cancel'}, 'Cancel')
    : h('button', {type: 'button', 'aria-label': 'Dismiss: ' + job.model, onclick: () => {
      dismissed.add(job.id);
      sessionStorage.setItem(DISMISSED, JSON.stringify([...dismissed]));
      draw();
    }}, 'Dismiss');
  const place = h('div', {class: 'notes'});
  if (job.state === 'running') action(button, place, () => cancel(job));
  const said = job.notes.filter(note => note.kind !== 'next');
  notes(place, {notes: job.state === 'cancelled' ? [] : said});
  return h('article', {class: 'job ' + job.state, 'data-state': job.state},
    h('div', {class: 'row'}, h('strong', {}, WORDS[job.state] + ' ' + job.model),
      h('span', {class: 'grow steps'}, job.state === 'running' ? progress(job) : null), button),
    job.state === 'cancelled'
      ? h('p', {}, job.ledger ? 'There is no model. What the ledger ' + job.ledger + ' was charged stays charged.'
        : 'There is no model.') : null,
    job.state === 'done'
      ? h('p', {}, guarantee(job), h('a', {href: '#models'}, 'Look at the model'), '.') : null,
    place);
}

const guarantee = job => job.result?.guarantee
  ? 'The model is ' + amount(job.result.guarantee) + ' private, by ' + job.result.learner + '. ' : '';

// Cards are replaced when a state changes; while a training runs only its progress is, so that the focus stays.
function draw() {
  const shown = state.jobs.filter(job => job.state === 'running' || !dismissed.has(job.id)).slice(0, 4);
  const place = $('jobs');
  place.hidden = shown.length === 0;
  const wanted = shown.map(job => {
    const kept = drawn.get(job.id);
    if (kept?.dataset.state === job.state) {
      if (job.state === 'running') show(kept.querySelector('.steps'), progress(job));
      return kept;
    }
    const made = card(job);
    drawn.set(job.id, made);
    return made;
  });
  if (wanted.length !== place.children.length || wanted.some((one, i) => place.children[i] !== one)) {
    place.replaceChildren(...wanted);
  }
}

// Says once how a training ended, also to those who do not see it.
function tell() {
  for (const job of state.jobs) {
    const before = states.get(job.id);
    states.set(job.id, job.state);
    if (before === 'running' && job.state !== 'running') {
      show($('train-notes'), h('p', {class: 'note ' + (job.state === 'done' ? 'good' : 'fault')},
        WORDS[job.state] + ': ' + job.model + '.'));
      forget();
      document.dispatchEvent(new CustomEvent('trained', {detail: job}));
    }
  }
}

export function start() {
  onState(() => {
    draw();
    tell();
    enable();
  });
  const enable = () => {
    $('train').disabled = !ready();
  };
  document.addEventListener('plan', enable);
  $('screen-plan').addEventListener('input', enable);

  action($('train'), $('train-notes'), async () => {
    const plan = ready();
    if (!plan) return;
    const body = form();
    const {result} = plan;
    const replaced = plan.replaces
      ? ['The file ' + body.model + ' is there already and will be replaced.'] : [];
    const yes = await ask('Train and spend?', [
      result.ledger
        ? 'This charges ' + result.guarantee + ' to the ledger ' + body.ledger + ' (' + result.ledger.name
          + '), for good, before the first row is read.'
        : 'No ledger is charged: nobody will count that ' + result.guarantee + ' was spent on these people.',
      'Cancelling later does not refund.',
      ...replaced], 'Train', 'Not yet');
    if (!yes) return;
    show($('train-notes'));
    const job = await post('train', body);
    states.set(job.id, 'running');
    await refresh();
  });
}
