import type { Disposable } from '../../../base/disposable.ts';
import type { HookName } from '../../contract/hookNames.ts';
import type { Hook, HookContexts } from '../../contract/hookSchemas.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';

/** Gets everything that one step reported, in order. It must not change what it gets. */
type HookListener<Name extends HookName> = (contexts: readonly HookContexts[Name][]) => unknown;

export interface PipelineHooks {
  /** Calls `hook` with a copy of each context, until the result is disposed. */
  register<Name extends HookName>(name: Name, hook: Hook<Name>): Disposable;
  /** Calls `listener` once for all contexts of a step, until the result is disposed. */
  listen<Name extends HookName>(name: Name, listener: HookListener<Name>): Disposable;
  /** The hooks that anybody has registered. */
  names(): HookName[];
  /** `contexts` is called only if there is a listener. */
  fire<Name extends HookName>(name: Name, contexts: () => readonly HookContexts[Name][]): void;
}

/** What the log says about a hook that threw or rejected. */
export const hookProblem = (name: HookName, { message }: PalaceError): string =>
  `The hook ${name} failed, which changed nothing: ${message}`;

type Listeners = { readonly [Name in HookName]: Set<HookListener<Name>> };

/** Observers of the pipeline. If one throws or rejects, `onProblem` reports it and nothing else changes. */
export const hookRegistry = (onProblem: (name: HookName, error: PalaceError) => void): PipelineHooks => {
  const listeners: Listeners = {
    post_model_guard: new Set(),
    post_cross_wing: new Set(),
    post_score_event: new Set(),
    post_compaction_plan: new Set(),
    post_batch: new Set(),
  };
  const call = (name: HookName, run: () => unknown): void => {
    try {
      const outcome = run();
      if (outcome instanceof Promise) outcome.catch((error: unknown) => onProblem(name, PalaceError.from(error)));
    } catch (error) {
      onProblem(name, PalaceError.from(error));
    }
  };
  const listen: PipelineHooks['listen'] = (name, listener) => {
    // Each registration gets its own function, since the same one may be registered twice.
    const own: typeof listener = (contexts) => listener(contexts);
    listeners[name].add(own);
    return { dispose: () => void listeners[name].delete(own) };
  };
  return {
    listen,
    register: (name, hook) =>
      listen(name, (contexts) => {
        for (const context of contexts) call(name, () => hook(structuredClone(context)));
      }),
    names: () => (Object.keys(listeners) as HookName[]).filter((name) => listeners[name].size > 0),
    fire: (name, contexts) => {
      if (listeners[name].size === 0) return;
      const all = contexts();
      if (all.length > 0) for (const listener of listeners[name]) call(name, () => listener(all));
    },
  };
};
