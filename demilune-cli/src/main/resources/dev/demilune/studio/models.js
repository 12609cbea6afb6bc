// Screen 3: the report of a model, two models side by side, downloads.
import {$, h, show, options, notes, action, number} from './dom.js';
import {post, onState, files, download, refresh} from './api.js';

const chosen = id => {
  const model = $(id).value;
  if (!model) throw new Error('Choose a model.');
  return model;
};

async function facts(model, data) {
  const certificate = await post('certificate', {model});
  if (certificate.code !== 0) return {model, fault: certificate.notes};
  const measured = data ? await post('evaluate', {model, data}) : null;
  return {model, certificate: certificate.result, measured};
}

// The parts of a certificate that are worth comparing, flat: each a name and a text.
function flat(value, prefix, into) {
  if (Array.isArray(value)) {
    if (value.every(one => typeof one !== 'object')) into.set(prefix, value.join('; '));
  } else if (value !== null && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) flat(one, prefix ? prefix + ' · ' + key : key, into);
  } else {
    if (value !== null) into.set(prefix, String(value)); // what nobody has said is not compared
  }
  return into;
}

const PROMISE = ['headline', 'private', 'adjacency', 'certificate · learner', 'tradeOff · rightGuessAtMost'];

const METRICS = [['rows', 'Rows'], ['accuracy', 'Accuracy'], ['balancedAccuracy', 'Balanced accuracy'],
  ['auc', 'AUC'], ['logLoss', 'Log loss'], ['brierScore', 'Brier score']];

function comparison(a, b) {
  const left = flat(a.certificate ?? {}, '', new Map());
  const right = flat(b.certificate ?? {}, '', new Map());
  const names = [...new Set([...left.keys(), ...right.keys()])];
  const text = (map, name) => map.get(name) ?? '–';
  const row = (name, one, other) => h('tr', {class: one === other ? null : 'differs'},
    h('th', {scope: 'row'}, name), h('td', {}, one), h('td', {}, other));
  const metric = (model, key) => {
    const value = model.measured?.result?.[key];
    return value == null ? 'not known' : number(value);
  };
  const body = (title, rows) => h('tbody', {}, h('tr', {}, h('th', {colspan: 3, scope: 'colgroup', class: 'part'}, title)), rows);
  const short = names.filter(name => Math.max(text(left, name).length, text(right, name).length) < 400);
  const different = short.filter(name => text(left, name) !== text(right, name));
  const alike = short.filter(name => text(left, name) === text(right, name));
  const head = () => h('thead', {}, h('tr', {}, h('td', {}), h('th', {scope: 'col'}, a.model), h('th', {scope: 'col'}, b.model)));
  const rows = some => some.map(name => row(name, text(left, name), text(right, name)));
  return [
    h('table', {}, h('caption', {}, 'Two models side by side'), head(),
      a.measured || b.measured
        ? body('On the public rows', METRICS.map(([key, name]) => row(name, metric(a, key), metric(b, key)))) : null,
      body('Promise', rows(PROMISE)),
      body('What else differs on the certificates', rows(different.filter(name => !PROMISE.includes(name))))),
    h('details', {}, h('summary', {}, 'What is the same on both certificates'),
      h('table', {}, head(), h('tbody', {}, rows(alike.filter(name => !PROMISE.includes(name)))))),
  ];
}

let measured; // the rows whose columns are offered for groups

// The columns of the public rows, and nothing where there are none to name.
async function columns() {
  const data = $('public-rows').value;
  if (data === measured) return;
  measured = data;
  $('report-baseline').disabled = $('report-group').disabled = !data;
  let names = [];
  try {
    names = data ? (await post('header', {data})).columns : [];
  } catch (error) {
    // A file without a header has no column to group by.
  }
  if (data === measured) options($('report-group'), names, 'none');
}

export function start() {
  onState(() => {
    options($('model-a'), files('model'), 'choose a model');
    options($('model-b'), files('model'), 'choose another');
    options($('public-rows'), files('table'), 'none');
    options($('verify-model'), files('model'), 'none');
    options($('report-baseline'), files('model'), 'none');
    options($('report-ledger'), files('ledger'), 'none');
    columns();
  });
  $('public-rows').addEventListener('change', columns);
  document.addEventListener('trained', event => {
    if (event.detail.state === 'done') {
      $('model-a').dataset.wanted = event.detail.model;
      options($('model-a'), files('model'), 'choose a model');
    }
  });

  action($('report'), $('model-notes'), async () => {
    const model = chosen('model-a');
    const out = model.replace(/\.(model|json)$/, '') + '.report.html';
    const data = $('public-rows').value;
    const {reply, address} = await post('report', {model, data, out, ledger: $('report-ledger').value,
      ...(data ? {baseline: $('report-baseline').value, group: $('report-group').value} : {})});
    notes($('model-notes'), reply, address ? [h('p', {}, 'Written to ' + out + '. ',
      h('a', {href: address, target: '_blank', rel: 'noopener'}, 'Open it in its own tab'), '.')] : []);
    if (address) {
      show($('report-frame'), h('iframe', {src: address, sandbox: 'allow-scripts', title: 'Report of ' + model}));
      await refresh();
    }
  });

  action($('compare'), $('model-notes'), async () => {
    const data = $('public-rows').value;
    const [a, b] = await Promise.all([facts(chosen('model-a'), data), facts(chosen('model-b'), data)]);
    const said = [a, b].flatMap(one => [...(one.fault ?? []), ...(one.measured?.code ? one.measured.notes : [])]);
    notes($('model-notes'), {notes: said});
    show($('comparison'), a.fault || b.fault ? null : comparison(a, b));
  });

  action($('get-model'), $('model-notes'), () => download({file: chosen('model-a')}));
  action($('get-html'), $('model-notes'), () => download({file: chosen('model-a'), certificate: 'html'}));
  action($('get-json'), $('model-notes'), () => download({file: chosen('model-a'), certificate: 'json'}));
}
