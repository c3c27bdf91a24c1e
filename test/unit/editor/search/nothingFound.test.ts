import { expect, it } from 'vitest';
import { archivedNotes, nothingFound } from '../../../../extension/editor/search/nothingFound.ts';
import { longResult } from '../../../fixtures/inspector/sampleResults.ts';
import { english } from '../localiser.ts';

it('an empty answer suggests other words only where something was searched', () => {
  const { pipeline_trace: trace } = longResult(1, 0);
  const answer = (query: string, unread?: string[]) =>
    nothingFound(
      {
        query,
        pipeline_trace: { ...trace, scope: { ...trace.scope, in_scope: 0 } },
        ...(unread === undefined ? {} : { unread_palaces: unread }),
      },
      english,
    );
  expect(answer('tokens palace:b', ['b'])).toEqual(['Nothing was searched: b could not be read.']);
  expect(answer('tokens palace:b', ['c'])).toEqual(['Nothing found in palace:b.', 'Try fewer or other words.']);
  expect(answer('tokens', ['b'])).toEqual(['Nothing found.', 'Try fewer or other words.']);
});

it('archived drawers that match are counted, with where to get them', () => {
  const labels = (archived_matches: number) =>
    archivedNotes({ archived_matches }, english).map(([label]) => label);
  expect([labels(1), labels(1200)]).toEqual([['1 archived drawer matches'], ['1,200 archived drawers match']]);
  expect(archivedNotes({}, english)).toEqual([]);
});
