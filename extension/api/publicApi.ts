// What other extensions and Node programs may use. The build ships this file as dist/api.d.ts, so it imports
// nothing. The compiler checks it against the palace's own types (apiOf.ts).

/** Ends a registration. */
export interface Disposable {
  /** Again: nothing happens. */
  dispose(): void;
}

/** A candidate and its score at that moment: a cosine plus deltas, so about -1…2. */
export interface RankedDrawer {
  readonly drawer_id: string;
  readonly wing: string;
  readonly score: number;
}

/** One phase's change of one drawer's score. */
export interface ScoreEvent {
  /** The ID of a score phase, as `docs/architecture.md` lists them. */
  readonly phase: string;
  /** Added to the score; negative if the phase lowers it. */
  readonly delta: number;
  /** One English sentence for a person. It quotes no sensitive text. */
  readonly reason: string;
}

/** What each hook receives; every call gets its own copy. */
export interface HookContexts {
  /** After the model guard has compared the palace's model with the query's; never if it is off. */
  readonly post_model_guard: {
    readonly match: boolean;
    /** The model of the stored vectors; null if there are none yet. */
    readonly ingest_model: string | null;
    /** The model that embeds queries; null if it can't be used. */
    readonly query_model: string | null;
  };
  /** After a selection that balances wings. `wing_saturation_scores`: each wing's share of the results, 0…1. */
  readonly post_cross_wing: {
    readonly candidates_before: readonly RankedDrawer[];
    readonly candidates_after: readonly RankedDrawer[];
    readonly wing_saturation_scores: Readonly<Record<string, number>>;
  };
  /** Each change of each candidate's score, dropped candidates included. */
  readonly post_score_event: ScoreEvent & { readonly drawer_id: string };
  /** After a compaction or consolidation has been planned; nothing has been written yet. */
  readonly post_compaction_plan: {
    readonly candidates: readonly Readonly<Record<string, unknown>>[];
    readonly groups: readonly unknown[];
    readonly would_archive: number;
    readonly would_create_summaries: number;
  };
  /** After each batch of a scan of the palace. */
  readonly post_batch: {
    /** From 0 in each scan. */
    readonly batch_index: number;
    /** Drawers before this batch, those of an earlier scan that this one continues included. */
    readonly offset: number;
    /** Drawers in this batch. */
    readonly batch_size: number;
    /** Drawers of it whose use is now recorded differently. */
    readonly ltp_updates: number;
  };
}
/** What a hook can be registered for. */
export type HookName = keyof HookContexts;
/** What it returns is ignored, but for a promise that rejects: the log names it. */
export type Hook<Name extends HookName> = (context: HookContexts[Name]) => unknown;

/** Which drawers a search may find: those that meet every condition. A list is met by any of its members. */
export interface DrawerFilter {
  readonly wing?: readonly string[];
  readonly room?: readonly string[];
  /** What a drawer records: file, conversation, git_commit, handoff, progress, issue, decision, insight, reference, summary. */
  readonly type?: readonly string[];
  /** ephemeral, working, longterm. */
  readonly tier?: readonly string[];
  /** What a file is for: source, test, docs, changelog, configuration, data, generated. */
  readonly kind?: readonly string[];
  /** Letter case ignored. */
  readonly tag?: readonly string[];
  /** Filed then or later: an ISO date or time. */
  readonly after?: string;
  /** Filed earlier: an ISO date or time. */
  readonly before?: string;
  /** Part of the source's path, letter case ignored. */
  readonly path?: string;
  /** False when absent. */
  readonly include_archived?: boolean;
}

/** A search. Only `query` is needed. */
export interface SearchRequest {
  /** Words; `"a phrase"`, `-word`, `wing:`, `room:`, `type:`, `tier:`, `kind:`, `tag:`, `path:`, `before:`, `after:`. */
  readonly query: string;
  /** A profile of `docs/profiles.md` or of the user's settings; the default one when absent. */
  readonly profile?: string;
  readonly filter?: DrawerFilter;
  /** Number of results, 1…1000; the profile's `final_k` (10) when absent. */
  readonly k?: number;
  /** `relevance` when absent. */
  readonly sort_by?: 'relevance' | 'importance' | 'recency';
  /** Add how each score came about. */
  readonly explain?: boolean;
  /** Add every candidate that was dropped, and why. */
  readonly candidate_trace?: boolean;
  /** Record nothing. With `explain`: every candidate. */
  readonly dry_run?: boolean;
  /** Add a packet from which `replay` computes the same answer again. */
  readonly replay?: boolean;
  /** Profile flags for this call only. */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** A drawer that a search found: one passage, verbatim, with its place and its score. */
export interface SearchHit {
  /** From 1. */
  readonly rank: number;
  /** For a linked palace's drawer: `palace:drawer`. */
  readonly drawer_id: string;
  /** The linked palace that it lives in; absent: this one. */
  readonly palace?: string;
  readonly wing: string;
  readonly room: string;
  readonly type: string;
  readonly tier: string;
  /** Relative to the workspace, with `/`; null if the drawer is of no source. */
  readonly source_file: string | null;
  /** From 1, both inclusive: lines, or pages, chapters or cells of a document. Null if the drawer is the whole source. */
  readonly lines: { readonly start: number; readonly end: number } | null;
  /** ISO time, UTC. */
  readonly filed_at: string;
  /** Verbatim, except that secrets are masked. */
  readonly text: string;
  readonly sensitive: boolean;
  readonly archived: boolean;
  readonly pinned: boolean;
  /** `closet`: by a line of topics that the palace keeps about it. */
  readonly matched_via: 'drawer' | 'closet';
  /** With `matched_via: 'closet'`: that line. */
  readonly closet_preview?: string;
  /** IDs of drawers with the same text, folded into this one. */
  readonly also_in: readonly string[];
  /** The cosine plus the delta of every score event; comparable within one search only. */
  readonly score: number;
  /** The number that the selection picked it by; absent in lists sorted by something else. */
  readonly selection_score?: number;
  /** With `explain`: the cosine that the deltas are added to. */
  readonly cosine_similarity?: number;
  /** With `explain`: the events summed by key, and `final_score`. */
  readonly score_breakdown?: Readonly<Record<string, number>>;
  /** With `explain`: every change of the score, in order. */
  readonly score_events?: readonly ScoreEvent[];
  /** The newer drawer that replaces it; `marked` if a person or an agent said so, else its likeness and age suggest it. */
  readonly replaced_by?: { readonly drawer_id: string; readonly title: string; readonly marked: boolean };
  /** The drawer whose place it has, because it replaces that one and matches less well itself. */
  readonly in_place_of?: { readonly drawer_id: string; readonly title: string };
  /** Of a part of a long note: the note's first part, the number of this one (from 1), and how many there are. */
  readonly part_of?: {
    readonly drawer_id: string;
    readonly title: string;
    readonly part: number;
    readonly parts: number;
  };
  /** Remarks of the pipeline for a person, such as that the issue has recurred. */
  readonly annotations: readonly string[];
}

/** A search's answer. */
export interface SearchResult {
  readonly query: string;
  readonly profile: string;
  /** Best first; at most `k`. */
  readonly results: readonly SearchHit[];
  /** Nothing close was found; these are only the nearest drawers. */
  readonly weak?: true;
  /** How many archived drawers match, where the search found little. */
  readonly archived_matches?: number;
  readonly pipeline_trace: {
    readonly phases_applied: readonly string[];
    readonly phases_skipped: readonly string[];
    readonly total_candidates_in: number;
    readonly total_results_out: number;
    readonly profile_used: string;
    readonly elapsed_ms: number;
    /** Step → milliseconds, or an object of them. */
    readonly phase_timing_ms: Readonly<Record<string, unknown>>;
    readonly model_guard: {
      /** MATCH, MISMATCH (by words alone), UNSTAMPED (no vectors yet), UNAVAILABLE (no model) or OFF. */
      readonly result: string;
      readonly ingest_model: string | null;
      readonly query_model: string | null;
    };
    readonly warnings: readonly string[];
  };
  /** With `candidate_trace`. */
  readonly candidate_trace?: readonly Readonly<Record<string, unknown>>[];
  /** With `dry_run` and `explain`. */
  readonly candidates?: readonly SearchHit[];
  /** With `replay`: plain JSON. It never holds the text of a sensitive drawer. */
  readonly replay_packet?: unknown;
  /** What a person should know, such as that drawers still lack their vectors. */
  readonly warnings: readonly string[];
  /** Set if the profile's guard refuses to search; `results` is then empty. */
  readonly error?: { readonly code: string; readonly message: string; readonly remedy: string };
}

/** Version 1. Fields and calls may be added within a version; existing ones stay. */
export interface SynapsePalaceApi {
  readonly version: 1;
  /**
   * Watches the pipeline until the result is disposed: every search, plan and scan of the palace, whoever asked for
   * it. The hook runs in this process, after the fact, and can't change a result. When a call of this API resolves,
   * its hooks have been called. A hook that throws is named in the log. Throws E_USAGE for another name.
   */
  registerHook<Name extends HookName>(name: Name, hook: Hook<Name>): Disposable;
  /**
   * Finds drawers by words and meaning. Rejects with an error that has a `code` (E_PALACE_NOT_FOUND, E_USAGE,
   * E_QUERY_EMPTY, E_CANCELLED, …) and a `remedy`.
   */
  search(query: string | SearchRequest, options?: { readonly signal?: AbortSignal }): Promise<SearchResult>;
  /** Computes a recorded search again from its packet alone. Rejects with E_REPLAY if it is not a packet. */
  replay(packet: unknown): Promise<SearchResult>;
}

/** For Node programs; `workspace` and `palace` as the command line takes them. */
export interface OpenPalaceOptions {
  /** A folder of the workspace; the current one when absent. */
  readonly workspace?: string;
  /** The palace's own folder; when absent SYNAPSE_PALACE_HOME, else the workspace's. */
  readonly palace?: string;
  /** Receives what the palace logs, including failed hooks; nothing is printed when absent. */
  readonly onLog?: (level: 'trace' | 'debug' | 'info' | 'warn' | 'error', message: string) => void;
}

/** A palace that a Node program has opened and has to close. */
export interface OpenedPalace extends SynapsePalaceApi {
  /** The palace's folder. */
  readonly folder: string;
  /** Waits for writes under way, then closes the palace. A program that doesn't call it does not end. */
  close(): Promise<void>;
}

/**
 * Opens an existing palace in a worker of this process, or joins the process that has it open. Only for Node programs; an
 * extension takes the API that the extension `synapse-palace.synapse-palace` exports. Rejects with E_USAGE for options
 * of the wrong form, E_PALACE_NOT_FOUND and the errors of opening.
 */
export declare const openPalace: (options?: OpenPalaceOptions) => Promise<OpenedPalace>;
