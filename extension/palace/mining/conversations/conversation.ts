import type { IsoTime } from '../../model/ids.ts';

/** A turn of the person and the answer to it. */
export interface Exchange {
  /** In its conversation, from 0. */
  readonly ordinal: number;
  /** What was typed, verbatim; empty where an answer stands without a question. */
  readonly user: string;
  /** The answer's texts, joined by a blank line; empty where none came. */
  readonly assistant: string;
  /** When the person's turn was sent; null where the file does not tell. */
  readonly at: IsoTime | null;
  /** When the last text of the answer came. */
  readonly endedAt: IsoTime | null;
}

export interface Conversation {
  /** The program's own ID of it; null where the file has none. */
  readonly id: string | null;
  /** Given by the person or the program; null where there is none. */
  readonly title: string | null;
  readonly startedAt: IsoTime | null;
  /** The folder it was held in. */
  readonly cwd: string | null;
  readonly gitBranch: string | null;
  /** In the file's order. */
  readonly exchanges: readonly Exchange[];
  /** What a program said to its own helpers: told apart, and not filed. */
  readonly asides: readonly Exchange[];
}

/**
 * Why a part of a file was not read. `blank` and `aside` are counted only; of the others each is named.
 * - `unknown_type`, `unknown_block`: a record of a kind that this version does not know
 * - `no_message`, `no_payload`, `bad_content`: a record without what its kind promises
 * - `bad_path`: a step of a mutation log that leads nowhere
 * - `no_initial_entry`: a mutation log whose beginning is lost
 */
export type ConversationProblemReason =
  | 'invalid_json'
  | 'not_a_record'
  | 'undecodable'
  | 'unknown_type'
  | 'unknown_block'
  | 'no_message'
  | 'no_payload'
  | 'bad_content'
  | 'bad_path'
  | 'no_initial_entry'
  | 'not_a_conversation'
  | 'empty'
  | 'binary'
  | 'too_large';

export interface ConversationProblem {
  /** `line 12`, `conversation 3`, or empty for the whole file. */
  readonly where: string;
  readonly reason: ConversationProblemReason;
}

/** What a file of conversations holds. */
export interface ReadConversations {
  readonly conversations: readonly Conversation[];
  /** The first thousand. */
  readonly problems: readonly ConversationProblem[];
  /** How often each reason met, blank lines included. */
  readonly skipped: Readonly<Record<string, number>>;
}
