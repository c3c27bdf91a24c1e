// What is read from the drawn page. Each function runs inside the browser, so it uses nothing outside itself, and gives
// plain data.

/** Ends of both lanes, gaps between bars, and labels that spill, for every ledger in the page. Pixels. */
export const ledgers = () =>
  [...document.querySelectorAll<SVGSVGElement>('.result svg.ledger')].map((svg) => {
    const left = svg.getBoundingClientRect().left;
    const box = (node: Element | null) => {
      const { left: from, right: to } = (node ?? svg).getBoundingClientRect();
      return { from: from - left, to: to - left };
    };
    const bars = [...svg.querySelectorAll('g.step')].map((group) => {
      const text = group.querySelector('text');
      return {
        lane: group.getAttribute('data-lane'),
        ...box(group.querySelector('.block')),
        label: text?.textContent ?? '',
        labelWidth: text?.getComputedTextLength() ?? 0,
      };
    });
    const final = svg.querySelector('.final');
    const finalBox = { lane: final?.getAttribute('data-lane') ?? 'below', ...box(final) };
    const lane = (name: string) =>
      [...bars, finalBox].filter((bar) => bar.lane === name && bar.to > bar.from).sort((a, b) => a.from - b.from);
    const extent = (name: string) => {
      const [first, last] = [lane(name).at(0), lane(name).at(-1)];
      return first === undefined || last === undefined ? null : { from: first.from, to: last.to };
    };
    const gaps = ['above', 'below'].flatMap((name) =>
      lane(name).flatMap((bar, index, all) => {
        const next = all[index + 1];
        return next === undefined ? [] : [next.from - bar.to];
      }),
    );
    return {
      explained: bars.length > 0,
      above: extent('above'),
      below: extent('below'),
      gaps,
      labels: bars.map(({ label, labelWidth, from, to }) => ({ label, labelWidth, room: to - from })),
      spoken: svg.getAttribute('aria-label'),
    };
  });

/** Thousandths of every staircase: changes, running totals and the final score as they are written. */
export const staircases = () =>
  [...document.querySelectorAll('table.staircase')].map((table) => {
    const number = (row: Element, cell: string): number =>
      Math.round(Number(row.querySelector(cell)?.textContent?.replace('−', '-').replace('+', '')) * 1000);
    const rows = [...table.querySelectorAll('tbody tr')];
    return {
      changes: rows.slice(0, -1).map((row) => number(row, '.delta')),
      running: rows.slice(0, -1).map((row) => number(row, '.running')),
      final: rows.slice(-1).map((row) => number(row, '.running'))[0],
    };
  });

/** The same from the table of all results, whose last column is what each was picked by. */
export const tableRows = () =>
  [...document.querySelectorAll('table.scores tbody tr')].map((row) => {
    const numbers = [...row.querySelectorAll('td.num')]
      .slice(1)
      .map(({ textContent }) => Math.round(Number(textContent?.replace('−', '-').replace('+', '')) * 1000));
    return { changes: numbers.slice(0, -2), final: numbers.at(-2) };
  });

/** All visible text under 11 px, and how far the page scrolls sideways. */
export const layoutFaults = () => {
  const small = new Set<string>();
  const walk = (root: ParentNode): void => {
    for (const node of root.querySelectorAll('*')) {
      if (node.shadowRoot !== null) walk(node.shadowRoot);
      const text = [...node.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim() !== '',
      );
      const { fontSize } = getComputedStyle(node);
      if (text && node.checkVisibility() && parseFloat(fontSize) < 11)
        small.add(`${node.localName}.${node.getAttribute('class') ?? ''} ${fontSize}`);
    }
  };
  walk(document.body);
  const { scrollWidth, clientWidth } = document.documentElement;
  return { small: [...small], sideways: scrollWidth - clientWidth };
};

/** Anything that markup in a drawer could have become. */
export const foreignNodes = () => {
  const foreign = ':is(img, script, iframe, object, embed, link, style, a, b, i)';
  const elements = [...document.querySelectorAll(`#inspector ${foreign}`)];
  const handlers = [...document.querySelectorAll('#inspector *')].filter((node) =>
    node.getAttributeNames().some((name) => name.startsWith('on')),
  );
  return {
    title: document.title,
    elements: elements.map((node) => node.outerHTML.slice(0, 80)),
    handlers: handlers.length,
  };
};

/** What {@link foreignNodes} gives where drawers' texts have stayed text. */
export const nothingForeign = { title: 'Synapse Palace', elements: [], handlers: 0 } as const;
