import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MessageConnection } from 'vscode-jsonrpc';
import type { PalaceMethod } from '../../../extension/palace/contract/palaceApi.ts';
import { palaceClient } from '../../../extension/service/palaceClient.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How a call stands that its owner has not answered for an hour. */
const afterAnHour = async (method: PalaceMethod): Promise<string> => {
  const connection = {
    onNotification: () => undefined,
    listen: () => undefined,
    sendRequest: () => new Promise(() => undefined),
  } as unknown as MessageConnection;
  const call = palaceClient(
    connection,
    () => undefined,
    () => 'it ended',
  );
  let state = 'waits';
  call(method, {}).catch((thrown: { code: string }) => {
    state = thrown.code;
  });
  // The contract is loaded for the first use of each call.
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(3_600_000);
  return state;
};

it('what may take long, such as the first exchange of a large wing with a team, is waited for', async () => {
  for (const method of ['teamConnect', 'teamShare', 'teamExchange', 'mine'] as const)
    expect([method, await afterAnHour(method)]).toEqual([method, 'waits']);
  expect(await afterAnHour('teamStatus')).toBe('E_TIMEOUT');
});
