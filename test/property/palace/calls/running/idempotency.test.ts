import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const uuid = (n: number): string => {
  const hex = createHash('sha256').update(String(n)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('save' as const), request: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pin' as const), request: fc.nat(5), to: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
);

it('however often calls are made again, at once or later, after the owner changed too, each has its effect once and one answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      async (rounds) => {
        const folder = temporaryFolder();
        let palace = await openPalace({ folder });
        const { drawer_id: pinned } = await palace.save({ text: 'The one that is pinned.', type: 'insight' });
        const saved = new Map<number, string | null>();
        const pins = new Map<number, { readonly to: boolean; readonly answer: unknown }>();
        let isPinned = false;
        for (const round of rounds) {
          if (round.some(({ kind }) => kind === 'reopen')) {
            await palace.close();
            palace = await openPalace({ folder });
          }
          await Promise.all(
            round
              .filter((one) => one.kind === 'save')
              .map(async ({ request }) => {
                const { drawer_id: id } = await palace.save(
                  { text: `Note ${request} of the harbour.`, type: 'insight', allow_duplicate: true },
                  { request: uuid(request) },
                );
                expect(saved.get(request) ?? id).toBe(id);
                saved.set(request, id);
              }),
          );
          for (const one of round) {
            if (one.kind !== 'pin') continue;
            const known = pins.get(one.request);
            const to = known?.to ?? one.to;
            const answer = await palace.update(
              { drawer_ids: [pinned ?? ''], pinned: to },
              { request: uuid(100 + one.request) },
            );
            if (known === undefined) {
              pins.set(one.request, { to, answer });
              isPinned = to;
            } else expect(answer).toEqual(known.answer);
          }
        }
        expect((await palace.status({})).drawers.total).toBe(1 + saved.size);
        expect(new Set(saved.values()).size).toBe(saved.size);
        expect((await palace.show({ drawer_id: pinned ?? '' })).pinned).toBe(isPinned);
        await palace.close();
      },
    ),
    { numRuns: runs(12) },
  );
});
