// What is read from the drawn page. Each function runs inside the browser and gives plain data.

/** Ends of both lanes, gaps between bars, and labels that spill, for every ledger in the page. Pixels. */
export const ledgers = () => [...document.querySelectorAll('.result svg.ledger')].map((svg) => {
  const left = svg.getBoundingClientRect().left;
  const box = (node) => { const { left: from, right: to } = node.getBoundingClientRect(); return { from: from - left, to: to - left }; };
  const bars = [...svg.querySelectorAll('g.step')].map((group) => ({
    lane: group.getAttribute('data-lane'), ...box(group.querySelector('.block')),
    label: group.querySelector('text').textContent, labelWidth: group.querySelector('text').getComputedTextLength(),
  }));
  const final = svg.querySelector('.final');
  const finalBox = { lane: final.getAttribute('data-lane') ?? 'below', ...box(final) };
  const lane = (name) => [...bars.filter((bar) => bar.lane === name), ...(finalBox.lane === name ? [finalBox] : [])].filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
  const extent = (name) => { const all = lane(name); return all.length === 0 ? null : { from: all[0].from, to: all.at(-1).to }; };
  const gaps = ['above', 'below'].flatMap((name) => lane(name).slice(1).map((bar, index) => bar.from - lane(name)[index].to));
  return { explained: bars.length > 0, above: extent('above'), below: extent('below'), gaps, labels: bars.map(({ label, labelWidth, from, to }) => ({ label, labelWidth, room: to - from })), spoken: svg.getAttribute('aria-label') };
});

/** Thousandths of every staircase: changes, running totals and the final score as they are written. */
export const staircases = () => [...document.querySelectorAll('table.staircase')].map((table) => {
  const number = (cell) => Math.round(Number(cell.textContent.replace('−', '-').replace('+', '')) * 1000);
  const rows = [...table.querySelectorAll('tbody tr')];
  return {
    changes: rows.slice(0, -1).map((row) => number(row.querySelector('.delta'))),
    running: rows.slice(0, -1).map((row) => number(row.querySelector('.running'))),
    final: number(rows.at(-1).querySelector('.running')),
  };
});

/** The same from the table of all results. */
export const tableRows = () => [...document.querySelectorAll('table.scores tbody tr')].map((row) => {
  const numbers = [...row.querySelectorAll('td.num')].slice(1).map((cell) => (cell.textContent === '' ? 0 : Math.round(Number(cell.textContent.replace('−', '-').replace('+', '')) * 1000)));
  return { changes: numbers.slice(0, -1), final: numbers.at(-1) };
});

/** Sizes of all visible text under 11 px, and how far the page scrolls sideways. */
export const layoutFaults = () => {
  const small = new Set();
  const walk = (root) => {
    for (const node of root.querySelectorAll('*')) {
      if (node.shadowRoot !== null) walk(node.shadowRoot);
      const text = [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim() !== '');
      if (text && node.checkVisibility() && parseFloat(getComputedStyle(node).fontSize) < 11) small.add(`${node.localName}.${node.getAttribute('class') ?? ''} ${getComputedStyle(node).fontSize}`);
    }
  };
  walk(document.body);
  return { small: [...small], sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth };
};

/** Anything that markup in a drawer could have become. */
export const foreignNodes = () => ({
  title: document.title,
  elements: [...document.querySelectorAll('#inspector :is(img, script, iframe, object, embed, link, style, a, b, i)')].map((node) => node.outerHTML.slice(0, 80)),
  handlers: [...document.querySelectorAll('#inspector *')].filter((node) => node.getAttributeNames().some((name) => name.startsWith('on'))).length,
  inlineStyles: [...document.querySelectorAll('#inspector [style]')].length,
});
