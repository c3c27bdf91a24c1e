/** Elements that begin and end a line. */
const lines = new Set(['div', 'tr', 'dt', 'dd', 'ul', 'ol', 'table', 'section', 'article']);
/** Elements with a blank line before and after. */
const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr']);
/** Elements whose content is not text. */
const hidden = new Set(['script', 'style', 'head', 'template', 'svg', 'math', 'noscript']);

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/**
 * The text of HTML, with headings, list items and code as Markdown. Nothing is loaded or run. Takes time
 * proportional to the length, whatever the text is.
 */
export const htmlText = (html: string): string => {
  const out = new TextOut();
  let hiding: string | null = null;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (hiding === null) out.text(decoded(html.slice(at, open < 0 ? html.length : open)));
    if (open < 0) break;
    if (!/[a-z/!?]/i.test(html[open + 1] ?? '')) {
      if (hiding === null) out.text('<');
      at = open + 1;
      continue;
    }
    const close = html.startsWith('<!--', open) ? html.indexOf('-->', open) : html.indexOf('>', open);
    if (close < 0) {
      if (hiding === null) out.text(decoded(html.slice(open)));
      break;
    }
    at = html.startsWith('<!--', open) ? close + 3 : close + 1;
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 16)) ?? [];
    const tag = name.toLowerCase();
    if (hiding !== null) hiding = slash !== '' && tag === hiding ? null : hiding;
    else if (slash === '' && hidden.has(tag) && html[close - 1] !== '/') hiding = tag;
    else out.tag(tag, slash !== '');
  }
  return out.done();
};

class TextOut {
  /** Joined only at the end, because reading the end of a growing text would copy all of it each time. */
  readonly #pieces: string[] = [];
  /** The last three characters. */
  #tail = '';
  /** Line breaks that are due before the next text. */
  #due = 0;
  #inCode = false;

  text(words: string): void {
    const plain = this.#inCode ? words : words.replace(/[ \t\r\n\f]+/g, ' ');
    const shown = this.#due > 0 && !this.#inCode ? plain.trimStart() : plain;
    if (shown === '') return;
    this.#break();
    this.#add(shown);
  }

  tag(name: string, isEnd: boolean): void {
    if (name === 'br') this.#due = Math.max(this.#due, 1);
    else if (name === 'pre') this.#fence(isEnd);
    else if (name === 'code' && !this.#inCode) this.#mark('`');
    else if (name === 'li') this.#item(isEnd);
    else if ((name === 'td' || name === 'th') && isEnd) this.#add(' | ');
    // A list item's paragraph stays on the line of its marker.
    else if (name === 'p' && this.#tail === '\n- ' && this.#due === 0) return;
    else if (blocks.has(name)) {
      this.#due = 2;
      if (!isEnd && /^h[1-6]$/.test(name)) this.#mark(`${'#'.repeat(Number(name[1]))} `);
    } else if (lines.has(name)) this.#due = Math.max(this.#due, 1);
  }

  done(): string {
    if (this.#inCode) this.#fence(true);
    return this.#pieces.join('').split('\n').map(withoutBlanksAfter).join('\n').trim();
  }

  #fence(isEnd: boolean): void {
    if (isEnd !== this.#inCode) return;
    this.#due = isEnd && !this.#tail.endsWith('\n') ? 1 : isEnd ? 0 : 2;
    this.#mark(isEnd ? '```' : '```\n');
    this.#due = isEnd ? 2 : 0;
    this.#inCode = !isEnd;
  }

  #item(isEnd: boolean): void {
    this.#due = Math.max(this.#due, 1);
    if (!isEnd) this.#mark('- ');
  }

  #mark(sign: string): void {
    this.#break();
    this.#add(sign);
  }

  #break(): void {
    if (this.#due > 0 && this.#tail !== '') this.#add('\n'.repeat(this.#due));
    this.#due = 0;
  }

  #add(piece: string): void {
    this.#pieces.push(piece);
    this.#tail = (this.#tail + piece.slice(-3)).slice(-3);
  }
}

/**
 * A line without trailing spaces and tabs. A regular expression would try every run of them from each of its
 * positions.
 */
const withoutBlanksAfter = (line: string): string => {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
};

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    const code =
      typeof decimal === 'string' ? Number(decimal) : typeof hex === 'string' ? parseInt(hex, 16) : null;
    if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    return entities[String(name)] ?? whole;
  });
