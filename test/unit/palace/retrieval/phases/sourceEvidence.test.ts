import { expect, it } from 'vitest';
import { drawerTitle } from '../../../../../extension/palace/retrieval/candidates/drawerTitle.ts';
import { sourceEvidence } from '../../../../../extension/palace/retrieval/phases/sourceEvidence.ts';
import { candidate, contextOf, through } from '../../../../fixtures/candidates.ts';

const scores = (type: 'file' | 'git_commit'): number[] =>
  through(
    sourceEvidence,
    [
      candidate({ id: 'best', source: 1, type, relevance: 0.9 }),
      candidate({ id: 'other', source: 1, type, relevance: 0.2 }),
    ],
    contextOf({ source_weight: 0.5 }),
  ).candidates.map(({ score }) => score);

it('a good drawer raises the others of its file, but a good commit no other commit of its repository', () => {
  expect(scores('file')[1]).toBeCloseTo(0.2 + 0.45);
  expect(scores('git_commit')).toEqual([0.9, 0.2].map((score) => expect.closeTo(score)));
});

it('a commit is called by its subject, not by its repository', () => {
  const { drawer } = candidate({
    source: 1,
    type: 'git_commit',
    text: '[main] Berths are counted once\nFiles: a.ts (+1/-0)',
  });
  expect(drawerTitle(drawer)).toBe('[main] Berths are counted once');
});
