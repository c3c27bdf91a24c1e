import { expect, it } from 'vitest';
import type { CallOptions } from '../../../../extension/palace/contract/palaceApi.ts';
import { planPalace, races3 } from '../../../fixtures/palaces/planPalace.ts';

it('every call that compares many notes ends at the next note when it is cancelled, and keeps no plan', async () => {
  const { palace } = await planPalace();
  const calls: Readonly<Record<string, (options: CallOptions) => Promise<unknown>>> = {
    supersedeCheck: (options) => palace.supersedeCheck({}, options),
    sessionContext: (options) => palace.sessionContext({}, options),
    evaluatePlan: (options) => palace.evaluatePlan({}, options),
    makePlan: (options) => palace.makePlan({}, options),
    'makePlan of named drawers': (options) => palace.makePlan({ drawer_ids: races3 }, options),
    compact: (options) => palace.compact({}, options),
  };
  for (const [name, call] of Object.entries(calls)) {
    const abort = new AbortController();
    const seen: number[] = [];
    const onProgress: CallOptions['onProgress'] = ({ done }) => {
      seen.push(done);
      abort.abort();
    };
    await expect(call({ signal: abort.signal, onProgress }), name).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect({ name, seen }).toEqual({ name, seen: [1] });
  }
  expect((await palace.plans({})).plans).toEqual([]);
  await palace.close();
});
