import { expect, it } from 'vitest';
import { dayMs } from '../../../../extension/base/time.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

it('a search does not say again that a note may be replaced, of which a person has said that it is not', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => new Date(now) });
  const saved = async (text: string): Promise<string> => {
    const { drawer_id: id } = await palace.save({ text, type: 'decision' });
    await palace.noteChecks({ drawer_ids: [id ?? ''], wait: true });
    return id ?? '';
  };
  const older = await saved('The gateway alone rotates every refresh token of the harbour.');
  now += 40 * dayMs;
  const newer = await saved('The gateway alone rotates every refresh token of the harbour.\n');
  const replacing = async () => {
    const { results, replay_packet: packet } = await palace.search({
      query: 'gateway refresh token',
      profile: 'evaluate',
      overrides: { fold_near_duplicates: false },
      replay: true,
    });
    expect((await palace.replay({ packet: packet ?? expect.unreachable('a packet') })).results).toEqual(results);
    return Object.fromEntries(results.map(({ drawer_id: id, replaced_by: by }) => [id, by?.drawer_id ?? null]));
  };
  expect(await replacing()).toEqual({ [older]: newer, [newer]: null });
  await palace.update({ drawer_ids: [older], superseded_by: null });
  expect(await replacing()).toEqual({ [older]: null, [newer]: null });
  // The verdict is about what was there.
  now += 40 * dayMs;
  const newest = await saved('The gateway alone rotates every refresh token of the harbour!');
  expect(await replacing()).toEqual({ [older]: newest, [newer]: newest, [newest]: null });
  await palace.close();
});
