// Two pictures: what an attacker can achieve, and a ledger as a bar.
import {h, svg, show, amount, number, small} from './dom.js';

const WIDTH = 320;
const HEIGHT = 240;
const LEFT = 44;
const BOTTOM = 34;
const TOP = 8;
const RIGHT = 22;

const x = rate => LEFT + rate * (WIDTH - LEFT - RIGHT);
const y = rate => HEIGHT - BOTTOM - rate * (HEIGHT - BOTTOM - TOP);

// The largest rate of right accusations at a rate of false ones, on the safe side between points.
export function detected(attack, rate) {
  let best = 1;
  for (let i = attack.falsePositives.length - 1; i >= 0 && attack.falsePositives[i] >= rate - 1e-12; i--) {
    best = 1 - attack.leastMisses[i];
  }
  return best;
}

export function tradeOff(place, attack, rate) {
  const points = attack.falsePositives.map((fp, i) => x(fp) + ',' + y(1 - attack.leastMisses[i])).join(' ');
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const found = detected(attack, rate);
  show(place, svg('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', class: 'chart',
      'aria-label': 'Detections against false alarms: the closer the curve is to the diagonal, the less the model tells'},
    ticks.map(t => svg('line', {x1: x(t), x2: x(t), y1: y(0), y2: y(1), class: 'gridline'})),
    ticks.map(t => svg('line', {x1: x(0), x2: x(1), y1: y(t), y2: y(t), class: 'gridline'})),
    ticks.map(t => svg('text', {x: x(t), y: HEIGHT - BOTTOM + 14, 'text-anchor': 'middle'}, 100 * t + ' %')),
    ticks.slice(1).map(t => svg('text', {x: LEFT - 5, y: y(t) + 4, 'text-anchor': 'end'}, 100 * t + ' %')),
    svg('text', {x: x(0.5), y: HEIGHT - 4, 'text-anchor': 'middle'}, 'false alarms'),
    svg('text', {x: x(0) + 4, y: y(1) + 12}, 'detections'),
    svg('polyline', {points: `${x(0)},${y(0)} ${x(1)},${y(1)}`, class: 'coin'}),
    svg('polyline', {points, class: 'curve'}),
    svg('circle', {cx: x(rate), cy: y(found), r: 4.5, class: 'point'})));
}

// A ledger as a bar of its total epsilon: spent, this spend, left.
export function bar(place, total, before, after) {
  const whole = Number(total.epsilon);
  const share = part => Math.max(0, Math.min(100, 100 * part / whole));
  const spent = share(before.spent.epsilon);
  const now = after ? Math.max(0, share(after.spent.epsilon) - spent) : 0;
  const piece = (kind, width) => {
    const element = h('span', {class: kind});
    element.style.width = width + '%';
    return element;
  };
  const line = (kind, name, text) => h('div', {},
    h('dt', {}, h('span', {class: 'key ' + kind, 'aria-hidden': 'true'}), name), h('dd', {}, text));
  const added = after && Math.max(0, after.spent.epsilon - before.spent.epsilon);
  show(place,
    h('div', {class: 'bar', role: 'img',
      'aria-label': `${Math.round(spent)} % spent, ${Math.round(now)} % this spend, of a total ε of ${number(whole)}`},
    piece('spent', spent), piece('now', now)),
    h('dl', {class: 'legend'},
      line('total', 'total', amount(total)),
      line('spent', 'spent', amount(before.spent)),
      after ? line('now', 'this spend adds', 'ε = ' + number(added)
        + (total.delta > 0 ? ', δ = ' + small(Math.max(0, after.spent.delta - before.spent.delta)) : '')) : null,
      line('left', after ? 'left afterwards' : 'left', amount((after ?? before).left))));
}
