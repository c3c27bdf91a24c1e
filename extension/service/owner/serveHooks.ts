import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { Disposable } from '../../base/disposable.ts';
import type { HookName } from '../../palace/contract/hookNames.ts';
import type { HookEvent } from '../../palace/contract/hookSchemas.ts';
import type { PipelineHooks } from '../../palace/retrieval/query/pipelineHooks.ts';
import { eventNotification, hooksSchema, notify, wantedHooksNotification } from '../wire/rpcMessages.ts';

/**
 * Sends a client the events of the hooks that it wants, until the connection ends. Each of the client's messages
 * names all of them. The pipeline doesn't wait for the client.
 */
export const serveHooks = (connection: MessageConnection, hooks: Pick<PipelineHooks, 'listen'>): void => {
  let held: readonly Disposable[] = [];
  const release = (): void => {
    for (const one of held) one.dispose();
    held = [];
  };
  const send = <Name extends HookName>(name: Name): Disposable =>
    hooks.listen(name, (contexts) => {
      const event: HookEvent<Name> = { kind: 'hook', name, contexts };
      notify(connection, eventNotification, event);
    });
  connection.onNotification(wantedHooksNotification, (message) => {
    const { data } = hooksSchema.safeParse(message);
    if (data === undefined) return;
    release();
    held = data.names.map((name) => send(name));
  });
  connection.onClose(release);
};
