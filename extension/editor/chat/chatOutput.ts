import type { SearchHit } from '../../palace/contract/search/searchResult.ts';

/** Where an answer in the chat is written, part by part. */
export interface ChatOutput {
  /** Markdown of this program, whose links may open drawers. */
  own(markdown: string): void;
  /** Markdown that a model wrote: no link in it runs anything. */
  model(markdown: string): void;
  /** The current step. */
  progress(text: string): void;
  /** Names a drawer's file as a source of the answer. */
  reference(hit: SearchHit): void;
  /** A button that runs a command of this extension. */
  button(command: string, title: string): void;
}

/** A language model for one question. Iterating rejects if it refuses, is not allowed or fails. */
export type ChatModel = (prompt: string, signal: AbortSignal) => AsyncIterable<string>;

export interface ChatQuestion {
  /** Name of a slash command; undefined: a question. */
  readonly command: string | undefined;
  readonly prompt: string;
  /** Null if there is none. */
  readonly model: ChatModel | null;
}
