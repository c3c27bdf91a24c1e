import type { Disposable } from '../../base/disposable.ts';
import type { HookName } from '../../palace/contract/hookNames.ts';
import type { Hook } from '../../palace/contract/hookSchemas.ts';
import type { PalaceConnection } from '../../service/palaceConnection.ts';

type Watchable = Pick<PalaceConnection, 'registerHook'>;

interface Registration {
  readonly attach: (connection: Watchable) => Disposable;
  held: Disposable | null;
}

/** The window's pipeline hooks. They outlast a connection: every palace that the window opens is watched by them. */
export class SessionHooks {
  readonly #registered = new Set<Registration>();
  #connection: Watchable | null = null;

  register<Name extends HookName>(name: Name, hook: Hook<Name>): Disposable {
    const own: Registration = { attach: (connection) => connection.registerHook(name, hook), held: null };
    this.#registered.add(own);
    if (this.#connection !== null) own.held = own.attach(this.#connection);
    return {
      dispose: () => {
        this.#registered.delete(own);
        own.held?.dispose();
      },
    };
  }

  /** Watches an open palace until the result is disposed. */
  watch(connection: Watchable): Disposable {
    this.#connection = connection;
    for (const one of this.#registered) one.held = one.attach(connection);
    return {
      dispose: () => {
        this.#connection = null;
        for (const one of this.#registered) one.held?.dispose();
      },
    };
  }
}
