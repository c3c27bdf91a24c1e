import type { SharedDrawer, TeamServer } from './teamServer.ts';

/** Which of the team's drawers a search may find: existing ones that are not sensitive, in wings that the login may read. */
export interface RecallScope {
  /** Wings that the palace has itself. */
  readonly without: readonly string[];
  /** If given, only these. */
  readonly wings?: readonly string[] | undefined;
  readonly rooms?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly tiers?: readonly string[] | undefined;
  readonly includeArchived: boolean;
}

/** Words whose drawers are to be counted. */
export interface CountedWords {
  readonly scope: RecallScope;
  readonly words: readonly string[];
  /** How many there are in the scope. */
  readonly drawers: number;
}

export interface RecallRequest {
  readonly scope: RecallScope;
  /** The query's words and the weight of each, the rarest first. */
  readonly words: readonly { readonly word: string; readonly weight: number }[];
  /** How many of the words, from the first on, are rare enough to look for drawers that hold any of them. */
  readonly rare: number;
  /** The query's vector and the key of its model's stamp; null: words alone. */
  readonly vector: { readonly data: readonly number[]; readonly model: string } | null;
  /** How many drawers to find by words, and as many by meaning. */
  readonly limit: number;
}

/** A drawer as it is on the team's server. */
export interface RecalledDrawer extends SharedDrawer {
  readonly drawerId: string;
  readonly wing: string;
  /** Who filed it. */
  readonly member: string;
  /** For a turn of a conversation, the text of the turn that it answers; absent if there is none or it is sensitive. */
  readonly before?: string;
}

export interface Recalled {
  /** In no order: the best by words and by meaning, and the commits beside the first commits among these. */
  readonly drawers: readonly RecalledDrawer[];
  /** How many drawers hold one of the rare words or all words, counted up to a limit. */
  readonly matched: number;
}

/** Called with the milliseconds that each leg of an answer took. */
export type NoteTime = (leg: string, time: { readonly ms: number; readonly atServer: number | null }) => void;

/**
 * Searches drawers on the team's server. The server only chooses candidates; scores are computed where the search runs. Nothing is
 * written. Every method rejects with `PalaceError`, like those of a `TeamServer`.
 */
export interface TeamRecall {
  /**
   * For each question, how many drawers hold each of its words: exact for rare words, otherwise estimated from a sample. Null for a
   * word that is too common to be indexed there.
   */
  wordCounts(
    questions: readonly CountedWords[],
    note?: NoteTime,
  ): Promise<readonly (readonly (number | null)[])[]>;
  best(request: RecallRequest, note?: NoteTime): Promise<Recalled>;
  /** Null if the login may read no such drawer. */
  drawer(id: string, scope: RecallScope): Promise<RecalledDrawer | null>;
}

/** A team's server; `recall` is absent where drawers can't be searched there. */
export type SearchableServer = TeamServer & { readonly recall?: TeamRecall };
