import { expect, it } from 'vitest';
import { drawerTitle } from '../../../../../../extension/palace/retrieval/candidates/drawerTitle.ts';
import { sourceEvidence } from '../../../../../../extension/palace/retrieval/phases/evidence/sourceEvidence.ts';
import { sourceId } from '../../../../../../extension/palace/model/drawer/ids.ts';
import { candidate, contextOf, through } from '../../../../../fixtures/candidates.ts';

const scores = (type: 'file' | 'git_commit'): number[] =>
  through(
    sourceEvidence,
    [
      candidate({ id: 'best', source: 1, type, relevance: 0.9 }),
      candidate({ id: 'other', source: 1, type, relevance: 0.2 }),
    ],
    contextOf({ source_weight: 0.5, source_support: 0, source_decline: 0 }),
  ).candidates.map(({ score }) => score);

it('a good drawer raises the others of its file; a good commit does not raise other commits', () => {
  expect(scores('file')[1]).toBeCloseTo(0.2 + 0.45);
  expect(scores('git_commit')).toEqual([0.9, 0.2].map((score) => expect.closeTo(score)));
});

it('the second and third best drawers of a file raise all of its drawers; those of a note or transcript do not', () => {
  const supported = (type: 'file' | 'conversation'): number[] =>
    through(
      sourceEvidence,
      [0.8, 0.6, 0.4, 0.2].map((relevance, i) => candidate({ id: `d${i}`, source: 1, type, relevance })),
      contextOf({ source_weight: 0, source_support: 0.3, source_decline: 0 }),
    ).candidates.map(({ score }) => score);
  const added = 0.3 * 0.6 + 0.15 * 0.4;
  expect(supported('file')).toEqual([0.8, 0.6, 0.4, 0.2].map((score) => expect.closeTo(score + added)));
  expect(supported('conversation')).toEqual([0.8, 0.6, 0.4, 0.2]);
});

it('a file of many parts does not fill the results: each further part gets less, a turn of a conversation as much as the best', () => {
  const lifted = (type: 'file' | 'conversation') =>
    through(
      sourceEvidence,
      [0.2, 0.8, 0.4].map((relevance, i) => candidate({ id: `d${i}`, source: 1, type, relevance })),
      contextOf({ source_weight: 0.5, source_support: 0, source_decline: 1 }),
    ).candidates;
  expect(lifted('file').map(({ score }) => score)).toEqual(
    [0.2 + 0.4 / 3, 0.8 + 0.4, 0.4 + 0.4 / 2].map((score) => expect.closeTo(score)),
  );
  expect(lifted('conversation').map(({ score }) => score)).toEqual(
    [0.6, 1.2, 0.8].map((score) => expect.closeTo(score)),
  );
  expect(lifted('file')[0]?.events.at(-1)?.reason).toContain('its number 3 and gets 0.33 of that');
});

it.each([null, ''])('the reason calls a note without a path (%j) the note', (sourceFile) => {
  const note = candidate({ source: 1, type: 'insight', relevance: 0.8 });
  const { candidates } = through(
    sourceEvidence,
    [{ ...note, drawer: { ...note.drawer, sourceFile, sourceId: sourceId('n') } }],
    contextOf({ source_weight: 0.5, source_support: 0, source_decline: 0 }),
  );
  expect(candidates[0]?.events.at(-1)?.reason).toBe('this is the best drawer of the note, at 0.800');
});

it('the reason names a commit by its subject, not by its repository', () => {
  const { drawer } = candidate({
    source: 1,
    type: 'git_commit',
    text: '[main] Berths are counted once\nFiles: a.ts (+1/-0)',
  });
  expect(drawerTitle(drawer)).toBe('Berths are counted once');
});
