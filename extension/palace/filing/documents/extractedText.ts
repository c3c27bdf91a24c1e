/** The text of a document, as its program stored it, in reading order. */
export interface ExtractedText {
  readonly text: string;
  /** UTF-16 offsets at which its pages or chapters begin, ascending; empty if it has none. */
  readonly starts: readonly number[];
}

/**
 * Why a document's text can't be read: `no_text` contains nothing but pictures, `too_complex` exceeded a limit of
 * time, memory or unpacked size.
 */
export const documentProblems = ['damaged', 'encrypted', 'no_text', 'too_complex'] as const;
export type DocumentProblem = (typeof documentProblems)[number];

/** Thrown while a document is read. */
export class UnreadableDocument extends Error {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, message: string = problem) {
    super(message);
    this.name = 'UnreadableDocument';
    this.problem = problem;
  }
}

/** Most characters (UTF-16 units) of one document; more than the longest books have. */
const mostCharacters = 32 << 20;

/** Assembles a document's text page by page or chapter by chapter. Throws `too_complex` if it grows too long. */
export class TextParts {
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  #length = 0;

  /** Begins a page or chapter at the current end. */
  begin(): void {
    this.#starts.push(this.#length);
  }

  add(text: string): void {
    // Texts are stored as UTF-8, which can't hold half a character, and read by programs that end a text at a NUL.
    const clean = text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd');
    this.#length += clean.length;
    if (this.#length > mostCharacters) throw new UnreadableDocument('too_complex', 'The text is too long.');
    this.#parts.push(clean);
  }

  /** Throws `no_text` if there is nothing but white space. */
  done(): ExtractedText {
    const text = this.#parts.join('');
    if (text.trim() === '') throw new UnreadableDocument('no_text');
    return { text, starts: this.#starts };
  }
}
