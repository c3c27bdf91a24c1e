import type { SharedDrawer, TeamServer } from './teamServer.ts';

/** Which drawers at the team a search may find: living ones that are not sensitive, of wings that the login may read. */
export interface RecallScope {
  /** Wings that the palace holds itself. */
  readonly without: readonly string[];
  /** Where these are given, only those. */
  readonly wings?: readonly string[] | undefined;
  readonly rooms?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly tiers?: readonly string[] | undefined;
  readonly includeArchived: boolean;
}

/** Words to count the drawers of. */
export interface CountedWords {
  readonly scope: RecallScope;
  readonly words: readonly string[];
  /** How many there are in the scope. */
  readonly drawers: number;
}

export interface RecallRequest {
  readonly scope: RecallScope;
  /** The query's words and what each weighs, the rarest first. */
  readonly words: readonly { readonly word: string; readonly weight: number }[];
  /** So many of the words, from the first on, are rare enough to look for drawers that hold any of them. */
  readonly rare: number;
  /** The query's vector and the key of its model's stamp; null: words alone. */
  readonly vector: { readonly data: readonly number[]; readonly model: string } | null;
  /** Drawers by words, and as many by meaning. */
  readonly limit: number;
}

/** A drawer as it lies at the team. */
export interface RecalledDrawer extends SharedDrawer {
  readonly drawerId: string;
  readonly wing: string;
  /** Who filed it. */
  readonly member: string;
  /** Of a turn of a conversation, the text of the turn that it answers; absent if there is none or it is sensitive. */
  readonly before?: string;
}

export interface Recalled {
  /** Without order: the best by words and by meaning, and the commits beside the first commits of these. */
  readonly drawers: readonly RecalledDrawer[];
  /** How many drawers hold one of the rare words or all words, counted up to a limit. */
  readonly matched: number;
}

/** Called with what each leg of an answer took, in milliseconds. */
export type NoteTime = (leg: string, time: { readonly ms: number; readonly atServer: number | null }) => void;

/**
 * Searching drawers where they lie. The server only chooses candidates; scores are computed where the search runs. Nothing is
 * written. Every method rejects with `PalaceError`, as those of a `TeamServer`.
 */
export interface TeamRecall {
  /**
   * For each question, how many drawers hold each of its words: exact where few do, else estimated from a sample. Null for a word
   * that is too common to be indexed there.
   */
  wordCounts(
    questions: readonly CountedWords[],
    note?: NoteTime,
  ): Promise<readonly (readonly (number | null)[])[]>;
  best(request: RecallRequest, note?: NoteTime): Promise<Recalled>;
  /** Null if there is none that may be read. */
  drawer(id: string, scope: RecallScope): Promise<RecalledDrawer | null>;
}

/** A team's server; `recall` is absent where drawers can't be searched there. */
export type SearchableServer = TeamServer & { readonly recall?: TeamRecall };
