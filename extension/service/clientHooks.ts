import type { Disposable } from '../base/disposable.ts';
import { hookProblem, hookRegistry } from '../palace/retrieval/query/pipelineHooks.ts';
import type { HookName } from '../palace/contract/hookNames.ts';
import type { Hook, HookEvent } from '../palace/contract/hookSchemas.ts';
import type { PalaceLink } from './palaceLink.ts';

/** A client's hooks. They run in the client's process, once the owner has sent their event. */
export interface ClientHooks {
  register<Name extends HookName>(name: Name, hook: Hook<Name>): Disposable;
  /** Reports the wanted hooks to this link from now on. */
  follow(link: Pick<PalaceLink, 'wantHooks'>): void;
  /** Calls the hooks of an event. */
  take<Name extends HookName>(event: HookEvent<Name>): void;
}

/** `warn` receives a message about each hook that throws or rejects. */
export const clientHooks = (warn: (message: string) => void): ClientHooks => {
  const hooks = hookRegistry((name, error) => warn(hookProblem(name, error)));
  let link: Pick<PalaceLink, 'wantHooks'> | null = null;
  const tell = (): void => link?.wantHooks(hooks.names());
  return {
    register: (name, hook) => {
      const held = hooks.register(name, hook);
      tell();
      return {
        dispose: () => {
          held.dispose();
          tell();
        },
      };
    },
    follow: (next) => {
      link = next;
      if (hooks.names().length > 0) tell();
    },
    take: ({ name, contexts }) => hooks.fire(name, () => contexts),
  };
};
