import { expect, it } from 'vitest';
import { archivedNotes, nothingFound } from '../../../../extension/editor/search/nothingFound.ts';
import { knownNames } from '../../../../extension/palace/model/query/queryEdits.ts';
import { longResult } from '../../../fixtures/inspector/sampleResults.ts';
import { english } from '../localiser.ts';

it('an empty answer suggests other words only where something was searched', () => {
  const answer = (query: string, unread?: string[]) => {
    const { pipeline_trace: trace } = longResult(1, 0);
    return nothingFound(
      {
        query,
        results: [],
        pipeline_trace: { ...trace, scope: { palace: 0, in_scope: 0, without_vector: 0 } },
        ...(unread === undefined ? {} : { unread_palaces: unread }),
      },
      {},
      english,
    );
  };
  expect(answer('tokens palace:b', ['b'])).toEqual(['Nothing was searched: b could not be read.']);
  expect(answer('tokens palace:b', ['c'])).toEqual(['Nothing found in palace:b.', 'Try fewer or other words.']);
  expect(answer('tokens', ['b'])).toEqual(['Nothing found.', 'Try fewer or other words.']);
});

it('conditions that leave no drawer are said to be the cause, with the names that the palace does not have', () => {
  const known = knownNames({
    wings: { notes: 2, harbour: 1 },
    rooms: { notes: { inbox: 2 }, harbour: { docs: 1 } },
    types: { note: 3 },
    tiers: { working: 3 },
    tags: ['fog'],
  });
  const detail = (query: string, inScope = 0): string | undefined => {
    const { pipeline_trace: trace } = longResult(1, 0);
    const scope = { palace: 3, in_scope: inScope, without_vector: 0 };
    return nothingFound({ query, results: [], pipeline_trace: { ...trace, scope } }, known, english)[1];
  };
  expect(detail('tide wing:nowhere')).toBe('There is no wing “nowhere”.');
  expect(detail('tide wing:Notes')).toBe('There is no wing “Notes”.');
  expect(detail('tide wing:nowhere,neither room:attic')).toBe(
    'There is no wing “nowhere”. There is no wing “neither”. There is no room “attic”.',
  );
  expect(detail('tide tag:mist tag:FOG')).toBe('No drawer has the tag “mist”.');
  // Each name is there, but no drawer has both; a list with a name that is there is not to blame.
  const together = 'No drawer meets all these conditions, whatever its words.';
  expect(detail('tide wing:notes room:docs')).toBe(together);
  expect(detail('tide wing:notes,nowhere path:*.ts')).toBe(together);
  // Another palace may have the name.
  expect(detail('tide wing:nowhere palace:other')).toBe(together);
  expect(detail('tide wing:notes', 2)).toBe('Try fewer or other words.');
});

it('archived drawers that match are counted, with where to get them', () => {
  const labels = (archived_matches: number) =>
    archivedNotes({ archived_matches }, english).map(([label]) => label);
  expect([labels(1), labels(1200)]).toEqual([['1 archived drawer matches'], ['1,200 archived drawers match']]);
  expect(archivedNotes({}, english)).toEqual([]);
});
