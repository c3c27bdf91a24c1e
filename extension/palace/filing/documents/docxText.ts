import { documentLimits } from './documentLimits.ts';
import { TextParts, UnreadableDocument, type ExtractedText } from './extractedText.ts';
import { packageTarget, resolvedIn } from './packageParts.ts';
import { readXml } from './xmlEvents.ts';
import { entryBytes, openZip } from './zipArchive.ts';

/** Elements whose text is not read: the second form of a drawing, and a paragraph's properties. */
const skipped = new Set(['Fallback', 'pPr', 'rPr', 'sectPr', 'tblPr']);

/**
 * The text of a Word document (Office Open XML): headings and list items marked as in Markdown, cells of a table
 * apart by `|`, footnotes and endnotes at the end. Pages are those of the last layout, if the program that saved
 * the document recorded them. Throws `UnreadableDocument`.
 */
export const docxText = async (bytes: Buffer): Promise<ExtractedText> => {
  const zip = await openZip(bytes, documentLimits);
  try {
    const main = await packageTarget(zip, '_rels/.rels', '/officeDocument');
    if (main === null) throw new UnreadableDocument('damaged', 'It has no main text.');
    const part = async (name: string): Promise<Buffer | null> => {
      const path = resolvedIn(main, name);
      return zip.names.includes(path) ? entryBytes(zip, path) : null;
    };
    const headings = headingStyles(await part('styles.xml'));
    const body = new DocxBody(headings);
    body.read(await entryBytes(zip, main));
    for (const kind of ['footnote', 'endnote'] as const) {
      const notes = await part(`${kind}s.xml`);
      if (notes !== null) body.readNotes(notes, kind);
    }
    return body.done();
  } finally {
    zip.close();
  }
};

/** Style → level of its heading, from 1. */
const headingStyles = (styles: Uint8Array | null): ReadonlyMap<string, number> => {
  const levels = new Map<string, number>();
  if (styles === null) return levels;
  let style = '';
  readXml(styles, {
    open(name, { styleId = '', val = '' }) {
      if (name === 'style') style = styleId;
      else if (name === 'name' && /^(?:heading [1-6]|title)$/i.test(val))
        levels.set(style, Number(/\d/.exec(val)?.[0] ?? 1));
      else if (name === 'outlineLvl' && Number(val) < 6 && style !== '') levels.set(style, Number(val) + 1);
    },
  });
  return levels;
};

interface Paragraph {
  text: string;
  heading: number;
  isItem: boolean;
}

class DocxBody {
  readonly #parts = new TextParts();
  readonly #headings: ReadonlyMap<string, number>;
  /** Text boxes have paragraphs inside a paragraph. */
  readonly #open: Paragraph[] = [];
  #tables = 0;
  #skipping = 0;
  #wasItem = false;
  #inText = false;
  /** Notes by kind and ID, with the numbers that the text refers to them by. */
  readonly #notes = new Map<string, number>();

  constructor(headings: ReadonlyMap<string, number>) {
    this.#headings = headings;
    this.#parts.begin();
  }

  read(xml: Uint8Array): void {
    readXml(xml, {
      open: (name, attributes) => this.#start(name, attributes),
      close: (name) => this.#end(name),
      text: (text) => {
        if (this.#inText) this.#write(text);
      },
    });
  }

  readNotes(xml: Uint8Array, kind: 'footnote' | 'endnote'): void {
    let number: number | undefined;
    let isTold = false;
    readXml(xml, {
      open: (name, attributes) => {
        if (name === kind) {
          number = this.#notes.get(`${kind} ${attributes['id'] ?? ''}`);
          isTold = false;
        } else if (number !== undefined) this.#start(name, attributes);
        if (name === 'p' && number !== undefined && !isTold) {
          this.#write(`[${number}] `);
          isTold = true;
        }
      },
      close: (name) => {
        if (name === kind) number = undefined;
        else if (number !== undefined) this.#end(name);
      },
      text: (text) => {
        if (this.#inText) this.#write(text);
      },
    });
  }

  done(): ExtractedText {
    const { text, starts } = this.#parts.done();
    return { text, starts: starts.length > 1 ? starts : [] };
  }

  #start(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'pStyle')
      this.#format((paragraph) => (paragraph.heading = this.#headings.get(attributes['val'] ?? '') ?? 0));
    else if (name === 'numId') this.#format((paragraph) => (paragraph.isItem = attributes['val'] !== '0'));
    if (skipped.has(name)) this.#skipping++;
    if (this.#skipping > 0) return;
    if (name === 'p') this.#open.push({ text: '', heading: 0, isItem: false });
    else if (name === 'tbl') this.#tables++;
    else if (name === 't') this.#inText = true;
    else if (name === 'tab') this.#write('\t');
    else if (name === 'br' || name === 'cr') this.#write('\n');
    else if (name === 'noBreakHyphen') this.#write('\u2011');
    else if (name === 'lastRenderedPageBreak') this.#beginPage();
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const number = this.#notes.size + 1;
      this.#notes.set(`${name.slice(0, -'Reference'.length)} ${attributes['id'] ?? ''}`, number);
      this.#write(`[${number}]`);
    }
  }

  #end(name: string): void {
    if (skipped.has(name)) this.#skipping--;
    if (this.#skipping > 0) return;
    if (name === 'p') this.#file(this.#open.pop());
    else if (name === 't') this.#inText = false;
    else if (name === 'tc') this.#parts.add(' | ');
    else if (name === 'tr') this.#parts.add('\n');
    else if (name === 'tbl' && --this.#tables === 0) this.#parts.add('\n');
  }

  #format(change: (paragraph: Paragraph) => void): void {
    const paragraph = this.#open.at(-1);
    if (paragraph !== undefined) change(paragraph);
  }

  #write(text: string): void {
    this.#format((paragraph) => (paragraph.text += text));
  }

  /** A page that begins within a paragraph begins at its first words on that page. */
  #beginPage(): void {
    const before = this.#open.length === 1 ? this.#open[0] : undefined;
    if (before !== undefined && before.text !== '') {
      this.#parts.add(markOf(before) + before.text);
      Object.assign(before, { text: '', heading: 0 });
    }
    this.#parts.begin();
  }

  #file(paragraph: Paragraph | undefined): void {
    if (paragraph === undefined) return;
    const text = paragraph.text;
    if (this.#tables > 0) this.#parts.add(text.trim().replace(/(?<!\s)\s*\n\s*/g, ' '));
    else if (text.trim() !== '') {
      const isListOver = this.#wasItem && !paragraph.isItem;
      this.#wasItem = paragraph.isItem;
      this.#parts.add(`${isListOver ? '\n' : ''}${markOf(paragraph)}${text}${paragraph.isItem ? '\n' : '\n\n'}`);
    }
  }
}

const markOf = ({ heading, isItem }: Paragraph): string =>
  heading > 0 ? `${'#'.repeat(heading)} ` : isItem ? '- ' : '';
