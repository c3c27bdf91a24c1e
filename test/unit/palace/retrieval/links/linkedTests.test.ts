import { expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { linkedAndMerged } from '../../../../fixtures/palaces/linkedPalaces.ts';

/** A project whose code says little in words, and whose tests say what it does. */
const project = (name: string): readonly object[] =>
  [
    ['src/lift.ts', `export const lift = (load: number) => load * 2; // ${name}`],
    ['src/gate.ts', `export const gate = (load: number) => load * 3; // crane ${name}`],
    ['test/lift.test.ts', `it('hoists the ${name} container with the crane', () => expect(lift(1)).toBe(2));`],
    ['test/lift.test.ts', `it('refuses a load that is too heavy', () => expect(lift(-1)).toBe(0));`],
  ].map(([file, text], n) => ({
    ...{ id: `${name}-${n}`, text, wing: name, room: 'src', type: 'file' },
    ...{ source_file: `${name}/${file}`, filed_at: new Date(Date.UTC(2026, 2, 4, 10, n)).toISOString() },
  }));

it('sources gain by their tests across linked palaces as within one', async () => {
  const { own, merged, close } = await linkedAndMerged(project('harbour'), project('bakery'));
  const found = async (palace: Palace) => {
    const { results } = await palace.search({
      query: 'crane that hoists the heavy container over the gate',
      ...{ k: 50, explain: true, dry_run: true },
    });
    return results.map(({ text, score, score_events: events }) => ({
      text,
      score,
      byTest: events?.find(({ phase }) => phase === 'tests')?.reason,
    }));
  };
  const expected = await found(merged);
  const lifted = expected.filter(({ byTest }) => byTest !== undefined);
  expect(lifted.map(({ text }) => text.slice(0, 17))).toEqual(['export const lift', 'export const lift']);
  expect(lifted.map(({ byTest }) => byTest).sort()).toEqual(
    ['bakery', 'harbour'].map((name) =>
      expect.stringMatching(
        new RegExp(`^the test of its name, ${name}/test/lift\\.test\\.ts, holds 0\\.\\d\\d of`),
      ),
    ),
  );
  expect(await found(own)).toEqual(expected);
  await close();
});
