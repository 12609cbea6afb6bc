// Requests to the studio, and whether it still answers.
import {$, show, h} from './dom.js';

const KEY = 'demilune-studio-key';

// The key comes after the # of the first address, is kept for this origin, and leaves the address bar.
const given = /^#key=(.+)$/.exec(location.hash);
if (given) {
  localStorage.setItem(KEY, given[1]);
  history.replaceState(null, '', '/');
}

export async function post(what, body = {}) {
  let response;
  try {
    response = await fetch('/api/' + what, {
      method: 'POST',
      headers: {'Content-Type': 'application/json', 'X-Studio-Key': localStorage.getItem(KEY) ?? ''},
      body: JSON.stringify(body),
    });
  } catch (error) {
    banner('The studio has stopped. ', STOPPED);
    throw new Error(SILENT);
  }
  const answer = await response.json();
  if (answer.fault !== undefined) throw new Error(answer.fault);
  return answer;
}

const SILENT = 'The studio does not answer.';

const STOPPED = 'Start it again with “demilune studio” and open the address that it prints. Files that were saved are in'
  + ' the folder. Ctrl-C ends a running training, too; if the studio was killed, the training may go on and write its'
  + ' model. What it was charged stays charged.';

let said = '';

// What is wrong with the studio as a whole; nothing if it answers.
function banner(what, more = '') {
  if (what === said) return; // it is read out, and not every two seconds
  said = what;
  $('stopped').hidden = !what;
  show($('stopped'), what ? h('strong', {}, what) : null, more);
}

export const state = {folder: '', files: [], jobs: []};

const listeners = [];

export const onState = listener => listeners.push(listener);

export async function refresh() {
  try {
    Object.assign(state, await post('state'));
  } catch (error) {
    if (error.message !== SILENT) banner(error.message); // such as a session that is not this studio's
    throw error;
  }
  banner('');
  listeners.forEach(listener => listener(state));
}

export const files = kind => state.files.filter(file => file.kind === kind).map(file => file.name);

// Fetches a page or a download through an address of its own.
export async function download(body) {
  const {address} = await post('open', body);
  h('a', {href: address, download: ''}).click();
}
