// Elements. Texts become text nodes, never markup: names of files and columns are whatever somebody wrote.

export const $ = id => document.getElementById(id);

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child != null).map(child =>
    child instanceof Node ? child : document.createTextNode(String(child))));
  return element;
}

export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export function show(place, ...children) {
  place.replaceChildren();
  fill(place, {}, children);
}

// Fills a select and keeps what was chosen, if it is still there.
export function options(select, choices, none) {
  const wanted = select.dataset.wanted ?? select.value;
  const all = none === undefined ? choices : [['', none], ...choices.map(c => Array.isArray(c) ? c : [c, c])];
  const pairs = all.map(c => Array.isArray(c) ? c : [c, c]);
  const same = select.options.length === pairs.length
    && pairs.every(([value, text], i) => select.options[i].value === value && select.options[i].text === text);
  if (!same) {
    select.replaceChildren(...pairs.map(([value, text]) => h('option', {value}, text)));
  }
  if (pairs.some(([value]) => value === wanted)) {
    select.value = wanted;
    delete select.dataset.wanted;
  }
}

// What a command said to people. A fault is said as an alert.
export function notes(place, reply, extra = []) {
  const lines = (reply?.notes ?? []).filter(note => note.kind !== 'next').map(note =>
    h('p', {class: 'note ' + note.kind, role: note.kind === 'fault' ? 'alert' : null},
      note.kind === 'fault' || note.kind === 'note' ? null : h('strong', {}, note.kind + ': '), note.text));
  show(place, lines, extra);
}

export const fault = (place, error) =>
  show(place, h('p', {class: 'note fault', role: 'alert'}, error.message));

export const debounced = (work, milliseconds) => {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...args), milliseconds);
  };
};

// Runs work one at a time. What is asked for meanwhile runs once, at the end: it sees the last form of things.
export const oneAtATime = work => {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        await work();
      }
    } finally {
      running = false;
    }
  };
};

// Runs an action of a button: it cannot be pressed twice, and a fault is shown.
export function action(button, place, work) {
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    try {
      await work();
    } catch (error) {
      fault(place, error);
    } finally {
      button.removeAttribute('aria-busy');
    }
  });
}

// Asks before something that cannot be undone; the safe answer has the focus.
export function ask(title, lines, yes, no) {
  const dialog = $('ask');
  show($('ask-title'), title);
  show($('ask-text'), lines.map(line => h('p', {}, line)));
  show($('ask-yes'), yes);
  show($('ask-no'), no);
  return new Promise(resolve => {
    const close = answer => () => {
      dialog.close();
      resolve(answer);
    };
    $('ask-yes').onclick = close(true);
    $('ask-no').onclick = close(false);
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
    $('ask-no').focus();
  });
}

export const amount = a => 'ε = ' + number(a.epsilon) + (a.delta > 0 ? ', δ = ' + small(a.delta) : '');

export const number = x => Number(Number(x).toPrecision(4)).toString();

export const small = x => Number(x).toExponential(1);

export const percentUp = x => Math.min(100, Math.ceil(x * 1000 - 1e-9) / 10) + ' %';
