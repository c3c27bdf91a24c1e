import type { Disposable } from '../../../base/disposable.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { ScoreEvent } from '../../contract/searchResult.ts';

export interface RankedDrawer {
  readonly drawer_id: string;
  readonly wing: string;
  readonly score: number;
}

/** What each hook receives. */
export interface HookContexts {
  /** After the model guard has compared; never if it is off. */
  readonly post_model_guard: {
    readonly match: boolean;
    readonly ingest_model: string | null;
    readonly query_model: string | null;
  };
  /** After a selection that balances wings. `wing_saturation_scores`: each wing's share of the results. */
  readonly post_cross_wing: {
    readonly candidates_before: readonly RankedDrawer[];
    readonly candidates_after: readonly RankedDrawer[];
    readonly wing_saturation_scores: Readonly<Record<string, number>>;
  };
  /** Each change of each candidate's score. */
  readonly post_score_event: ScoreEvent & { readonly drawer_id: string };
  readonly post_compaction_plan: {
    readonly candidates: readonly Readonly<Record<string, unknown>>[];
    readonly groups: readonly unknown[];
    readonly would_archive: number;
    readonly would_create_summaries: number;
  };
  /** After each batch of a scan of the palace. */
  readonly post_batch: {
    readonly batch_index: number;
    readonly offset: number;
    readonly batch_size: number;
    readonly ltp_updates: number;
  };
}
export type HookName = keyof HookContexts;
export type Hook<Name extends HookName> = (context: HookContexts[Name]) => unknown;

export interface PipelineHooks {
  /** Calls `hook` with a copy of each event, until the result is disposed. */
  register<Name extends HookName>(name: Name, hook: Hook<Name>): Disposable;
  /** `context` is called only if there is a listener. */
  fire<Name extends HookName>(name: Name, context: () => HookContexts[Name]): void;
}

type Listeners = { readonly [Name in HookName]: Set<Hook<Name>> };

/** Observers of the pipeline. If one throws or rejects, `onProblem` reports it and nothing else changes. */
export const hookRegistry = (onProblem: (name: HookName, error: PalaceError) => void): PipelineHooks => {
  const listeners: Listeners = {
    post_model_guard: new Set(),
    post_cross_wing: new Set(),
    post_score_event: new Set(),
    post_compaction_plan: new Set(),
    post_batch: new Set(),
  };
  return {
    register: (name, hook) => {
      // Each registration gets a function of its own, since the same hook may be registered twice.
      const own: typeof hook = (context) => hook(context);
      listeners[name].add(own);
      return { dispose: () => void listeners[name].delete(own) };
    },
    fire: (name, context) => {
      for (const hook of listeners[name]) {
        try {
          const outcome = hook(structuredClone(context()));
          if (outcome instanceof Promise)
            outcome.catch((error: unknown) => onProblem(name, PalaceError.from(error)));
        } catch (error) {
          onProblem(name, PalaceError.from(error));
        }
      }
    },
  };
};
