import { expect, it } from 'vitest';
import { Catalogue } from '../../../../../extension/palace/catalogue/catalogue.ts';
import { drawerId } from '../../../../../extension/palace/model/drawer/ids.ts';
import { testsOfFiles } from '../../../../../extension/palace/retrieval/phases/testsOfFiles.ts';
import { candidate, type CandidateSketch } from '../../../../fixtures/candidates.ts';

/** Drawers of a palace; `pool`: how many of the first are candidates. The words found are in all of them; each slot holds a tenth. */
const testsIn = (sketches: readonly CandidateSketch[], pool: number) => {
  const catalogue = new Catalogue();
  sketches.forEach((sketch, slot) => {
    const { drawer } = candidate({ slot, ...sketch });
    catalogue.add({ ...drawer, id: drawerId(sketch.id ?? `d${slot}`) });
  });
  const slots = Uint32Array.from(sketches.keys());
  const candidates = sketches.slice(0, pool).map((sketch, slot) => candidate({ slot, ...sketch }));
  return testsOfFiles(candidates, { slots, shareHeld: (held) => held.length / 10 }, catalogue);
};
const file = (id: string, sourceFile: string, more: CandidateSketch = {}): CandidateSketch => ({
  ...{ id, sourceFile },
  ...more,
});

it('finds the tests called after the candidates’ sources, with all of their drawers, candidates or not', () => {
  const found = testsIn(
    [
      file('a', 'src/berth.ts'),
      file('b', 'src/berth.ts'),
      file('c', 'src/crane.ts'),
      file('d', 'test/berth.test.ts'),
      file('e', 'test/berth.test.ts'),
      file('f', 'test/tide.test.ts'),
      file('g', 'src/tide.ts'),
    ],
    4,
  );
  expect(found).toEqual([{ test: 'test/berth.test.ts', share: 0.2, drawers: ['a', 'b'] }]);
});

it('keeps to the wing', () => {
  const found = testsIn(
    [
      file('a', 'harbour/src/index/berth.ts', { wing: 'harbour' }),
      file('b', 'bakery/src/berth.ts', { wing: 'bakery' }),
      file('c', 'bakery/test/berth.test.ts', { wing: 'bakery' }),
    ],
    2,
  );
  expect(found).toEqual([{ test: 'bakery/test/berth.test.ts', share: 0.1, drawers: ['b'] }]);
});

it('reads no sensitive drawer, no note or conversation of that name, and nothing for tests, docs and notes', () => {
  expect(
    testsIn(
      [
        file('a', 'src/berth.ts'),
        file('b', 'docs/berth.md'),
        file('c', 'src/berth.ts', { type: 'decision' }),
        file('d', 'test/berth.test.ts', { sensitive: true }),
        file('e', 'test/berth.test.ts', { type: 'decision' }),
        file('f', 'test/logs/berth.test.jsonl', { type: 'conversation' }),
      ],
      6,
    ),
  ).toEqual([]);
});
