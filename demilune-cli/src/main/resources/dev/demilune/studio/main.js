// Puts the screens together, and looks every moment what has changed: files, trainings, the studio itself.
import {$, show} from './dom.js';
import {post, refresh, onState, state} from './api.js';
import * as schema from './schema.js';
import * as plan from './plan.js';
import * as train from './train.js';
import * as models from './models.js';
import * as ledgers from './ledgers.js';

const SCREENS = ['schema', 'plan', 'models', 'ledgers'];
const KEPT = 'demilune-studio-form';

function screen() {
  const wanted = location.hash.slice(1);
  if (wanted === 'main') return; // the link that skips the header
  const name = SCREENS.includes(wanted) ? wanted : 'schema';
  for (const one of SCREENS) $('screen-' + one).hidden = one !== name;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === '#' + name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = document.querySelector('#screen-' + name + ' h1').textContent + ' – Demilune studio';
}

// What stands in the form survives a reload of this tab; plan.js sees to the settings of learners.
function restore() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
  for (const [id, value] of Object.entries(kept)) {
    const field = $(id);
    if (field?.tagName === 'SELECT') field.dataset.wanted = value;
    else if (field) field.value = value;
  }
}

function keep() {
  const kept = {};
  for (const field of document.querySelectorAll('main [id]:is(input:not([type=checkbox]), select, textarea):not([data-setting])')) {
    kept[field.id] = field.dataset.wanted ?? field.value;
  }
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

async function watch() {
  try {
    await refresh();
  } catch (error) {
    // The banner says it, and the next look may find the studio again.
  }
  const running = state.jobs.some(job => job.state === 'running');
  setTimeout(watch, running ? 300 : 2000);
}

restore();
onState(() => show($('folder'), 'in the folder ' + state.folder + (state.cut
  ? '. It has so many files that some are not listed: start the studio in a smaller folder.' : '')));
for (const part of [schema, plan, train, models, ledgers]) part.start();
window.addEventListener('hashchange', () => {
  screen();
  $('main').focus();
});
document.addEventListener('input', keep);
document.addEventListener('change', keep);
screen();
try {
  await refresh();
  plan.useLearners(await post('learners'));
  document.body.dataset.ready = 'true';
  performance.mark('ready'); // the first screen can be used
} catch (error) {
  // As in watch: the banner says it.
}
setTimeout(watch, 2000);
