import type { IsoTime } from '../../../model/drawer/ids.ts';

/** A turn of the person and its answer. */
export interface Exchange {
  /** Index in its conversation, from 0. */
  readonly ordinal: number;
  /** What was typed, verbatim; empty if an answer has no question. */
  readonly user: string;
  /** The answer's texts, joined by a blank line; empty if there is no answer. */
  readonly assistant: string;
  /** When the person's turn was sent; null if the file has no time. */
  readonly at: IsoTime | null;
  /** When the last text of the answer arrived. */
  readonly endedAt: IsoTime | null;
}

export interface Conversation {
  /** The ID given by the program; null if the file has none. */
  readonly id: string | null;
  /** Given by the person or the program; null if there is none. */
  readonly title: string | null;
  readonly startedAt: IsoTime | null;
  /** The folder the conversation took place in. */
  readonly cwd: string | null;
  readonly gitBranch: string | null;
  /** In file order. */
  readonly exchanges: readonly Exchange[];
  /** A program's exchanges with its subagents. Kept separately and not filed. */
  readonly asides: readonly Exchange[];
}

/**
 * Why a part of a file was not read. `blank` and `aside` are only counted, the others are also listed.
 * - `unknown_type`, `unknown_block`: a record of a kind unknown to this version
 * - `no_message`, `no_payload`, `bad_content`: a record that lacks a required part
 * - `bad_path`: a step of a mutation log whose path does not exist
 * - `no_initial_entry`: a mutation log without its beginning
 */
export type ConversationProblemReason =
  | 'invalid_json'
  | 'not_a_record'
  | 'undecodable'
  | 'too_long'
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
  /** `line 12`, `conversation 3`, or empty for the complete file. */
  readonly where: string;
  readonly reason: ConversationProblemReason;
}

/** The conversations of a file. */
export interface ReadConversations {
  readonly conversations: readonly Conversation[];
  /** The first thousand. */
  readonly problems: readonly ConversationProblem[];
  /** Number of occurrences per reason, blank lines included. */
  readonly skipped: Readonly<Record<string, number>>;
}
