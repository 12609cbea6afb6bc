// Makes the curve of attackers movable: by the slider, the arrow keys, or a finger on the curve.
// All that it says stands in the table of the page.
(() => {
  'use strict';
  const figure = document.querySelector('figure.attacker');
  if (!figure) return;
  const find = selector => figure.querySelector(selector);
  const slider = find('#alarms');
  const plot = find('.plot');
  const rows = [...figure.querySelectorAll('tbody tr')].map(row =>
    [...row.cells].map(cell => cell.textContent));
  const percents = rows.map(row => row.map(parseFloat));
  const curve = name => figure.dataset[name].split(' ').map(number => 100 * number);
  const rates = curve('rates');

  const color = name => () =>
    getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const axis = (label, room) => ({
    label,
    stroke: color('--soft'),
    grid: {stroke: color('--line'), width: 1},
    ticks: {stroke: color('--line'), width: 1},
    values: (chart, values) => values.map(value => value + ' %'),
    size: room,
    labelSize: 24,
    labelGap: 2,
    font: '13px system-ui, sans-serif',
    labelFont: '13px system-ui, sans-serif',
  });
  const size = () => ({
    width: plot.clientWidth,
    height: Math.round(Math.min(380, Math.max(260, 0.6 * plot.clientWidth))),
  });

  const drawPoint = chart => {
    const [rate, found] = percents[slider.value];
    const x = chart.valToPos(rate, 'x', true);
    const y = chart.valToPos(found, 'y', true);
    const {ctx, bbox} = chart;
    const pixel = devicePixelRatio;
    ctx.save();
    ctx.strokeStyle = color('--soft')();
    ctx.lineWidth = pixel;
    ctx.setLineDash([4 * pixel, 4 * pixel]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x, y);
    ctx.lineTo(bbox.left, y);
    ctx.stroke();
    ctx.fillStyle = color('--c1')();
    ctx.beginPath();
    ctx.arc(x, y, 7 * pixel, 0, 2 * Math.PI);
    ctx.fill();
    ctx.restore();
  };

  figure.classList.add('live');
  const chart = new uPlot({
    ...size(),
    pxAlign: 0,
    padding: [12, 24, 0, 0],
    legend: {show: false},
    cursor: {show: false},
    scales: {x: {time: false, range: [0, 100]}, y: {range: [0, 100]}},
    axes: [axis('false alarms', 34), axis('detection', 56)],
    series: [
      {},
      {stroke: color('--soft'), width: 1.5, dash: [2, 4]},
      {stroke: color('--c0'), width: 2.5},
    ],
    hooks: {draw: [drawPoint]},
  }, [rates, rates, curve('found')], plot);

  const move = () => {
    const [rate, found, guessed] = rows[slider.value];
    find('#rate').textContent = rate;
    find('#found').textContent = found;
    find('#guessed').textContent = guessed;
    slider.setAttribute('aria-valuetext', rate);
    chart.redraw(false);
  };
  const follow = event => {
    if (event.buttons !== 1) return;
    const rate = chart.posToVal(event.offsetX, 'x');
    let nearest = 0;
    percents.forEach((row, i) => {
      if (Math.abs(row[0] - rate) < Math.abs(percents[nearest][0] - rate)) nearest = i;
    });
    slider.value = nearest;
    move();
  };

  slider.addEventListener('input', move);
  chart.over.addEventListener('pointerdown', follow);
  chart.over.addEventListener('pointermove', follow);
  new ResizeObserver(() => chart.setSize(size())).observe(plot);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => chart.redraw(false));
  move();
})();
