// Search in the page: an index made by the build, no network. The index is loaded when it is first needed.
(function () {
  'use strict';

  const script = document.currentScript;
  const root = script.dataset.root;
  const input = document.getElementById('search');
  const results = document.getElementById('results');
  const status = results.querySelector('[role=status]');
  const list = results.querySelector('ol');
  const MOST = 12;
  let loading = false;

  function load() {
    if (loading) {
      return;
    }
    loading = true;
    const index = document.createElement('script');
    index.src = root + 'search-index.js';
    index.onload = show;
    document.head.appendChild(index);
  }

  // As SearchIndex.words does it.
  function words(text) {
    return text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/ε/g, ' epsilon ')
      .replace(/δ/g, ' delta ')
      .replace(/μ/g, ' mu ')
      .replace(/ρ/g, ' rho ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1);
  }

  // Sections that have a word, with weights; words that only begin so count a third.
  function matches(index, word) {
    const found = new Map();
    for (const known of Object.keys(index.words)) {
      if (known.startsWith(word)) {
        const postings = index.words[known];
        const rare = Math.log(1 + index.sections.length / (postings.length / 2));
        for (let i = 0; i < postings.length; i += 2) {
          const weight = postings[i + 1] * rare * (known === word ? 1 : 1 / 3);
          found.set(postings[i], Math.max(found.get(postings[i]) || 0, weight));
        }
      }
    }
    return found;
  }

  // A section is found when it has every word.
  function search(index, text) {
    let total = null;
    for (const word of words(text)) {
      const found = matches(index, word);
      if (total === null) {
        total = found;
      } else {
        for (const [section, weight] of [...total]) {
          if (found.has(section)) {
            total.set(section, weight + found.get(section));
          } else {
            total.delete(section);
          }
        }
      }
    }
    return [...(total || [])].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map((entry) => entry[0]);
  }

  function show() {
    const text = input.value.trim();
    results.hidden = words(text).length === 0;
    if (results.hidden || !window.demiluneIndex) {
      return;
    }
    const found = search(window.demiluneIndex, text);
    status.textContent =
      found.length === 0
        ? 'Nothing found.'
        : found.length + (found.length === 1 ? ' section' : ' sections') + (found.length > MOST ? ', the best ' + MOST : '');
    list.replaceChildren(
      ...found.slice(0, MOST).map((number) => {
        const [page, href, heading, excerpt] = window.demiluneIndex.sections[number];
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = root + href;
        link.textContent = heading ? page + ': ' + heading : page;
        const words = document.createElement('span');
        words.textContent = excerpt;
        item.append(link, words);
        return item;
      })
    );
  }

  input.addEventListener('focus', load);
  input.addEventListener('input', () => {
    load();
    show();
  });
  input.form.addEventListener('submit', (event) => {
    event.preventDefault();
    const first = list.querySelector('a');
    if (first && !results.hidden) {
      first.click();
    }
  });
  list.addEventListener('click', () => {
    results.hidden = true; // a link within the page does not leave it
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      results.hidden = true;
    } else if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
  });

  // On a small screen the table of contents would come before the page.
  const contents = document.querySelector('details.contents');
  if (contents && window.matchMedia('(max-width: 75rem)').matches) {
    contents.open = false;
  }
  const current = document.querySelector('#pages [aria-current]');
  const pages = document.getElementById('pages');
  if (current && getComputedStyle(pages).position === 'sticky') {
    pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
  }
})();
