import { expect, it } from 'vitest';
import type { TeamStatus } from '../../../../extension/palace/contract/teamSchemas.ts';
import { conflictText, teamStatusText } from '../../../../extension/cli/output/teamText.ts';

const forging = (name: string): string => `${name}\nFORGED`;

it('no name that a teammate chose makes a line of its own', () => {
  const status = teamStatusText({
    ...{ state: 'resting', url: null, team: 'web', member: 'ben', problem: null, exchanged_at: null },
    ...{ waiting: 0, conflicts: 0, erasures_due: 0 },
    wings: [{ wing: forging('gateway'), right: 'reader', shared: false, drawers: 1, includes_sensitive: false }],
    palaces: [{ name: forging('work'), member: 'ada', seen_at: '2026-01-01T00:00:00Z', is_this: false }],
  });
  const conflict = conflictText({
    ...{
      drawer_id: forging('d'),
      text_start: 'Monday',
      kind: 'edited',
      member: 'ada',
      at: '2026-01-01T00:00:00Z',
    },
    answers: [{ drawer_id: forging('e'), text_start: 'Tuesday', filed_by: null }],
  });
  expect(status.split('\n')).toHaveLength(4);
  expect(conflict.split('\n')).toHaveLength(4);
});

it('a palace that has this one’s earlier ID is marked by it', () => {
  const palace = { name: 'work', member: 'ada', seen_at: '2026-01-02T10:30:00.000Z', is_this: false };
  const status = teamStatusText({
    ...{ state: 'resting', url: null, team: 'web', member: 'ada', problem: null, exchanged_at: null },
    ...{ waiting: 0, conflicts: 0, erasures_due: 0, wings: [] },
    palaces: [palace, { ...palace, earlier_id: '6f1c' }],
  });
  expect(status.split('\n').slice(-2)).toEqual([
    'Others    work of ada, seen 2026-01-02 10:30',
    '          work of ada, seen 2026-01-02 10:30 · this palace’s ID before it was restored or copied: 6f1c',
  ]);
});

it('the size of a wing is only said once the server has told it', () => {
  const status: Omit<TeamStatus, 'exchanged_at'> = {
    state: 'refused',
    ...{ url: 'postgresql://ada@db.example.org/memory', team: null, member: null },
    ...{ problem: 'The server refused ada.', waiting: 0, conflicts: 0, erasures_due: 0, palaces: [] },
    wings: [{ wing: 'plans', right: 'owner', shared: true, drawers: 0, includes_sensitive: false }],
  };
  expect(teamStatusText({ ...status, exchanged_at: null })).toMatch(/^Wings {5}plans · owner$/m);
  expect(teamStatusText({ ...status, exchanged_at: '2026-01-02T10:30:00.000Z' })).toMatch(
    /^Wings {5}plans · owner · 0 drawers$/m,
  );
});

it('a right that was taken away, or given and not made use of, is said with the wing', () => {
  const wing = { shared: true, right: 'reader', drawers: 3, includes_sensitive: false } as const;
  const status = teamStatusText({
    ...{ state: 'resting', url: null, team: 'web', member: 'ben', problem: null },
    ...{ waiting: 0, conflicts: 0, erasures_due: 0, palaces: [], exchanged_at: '2026-01-02T10:30:00.000Z' },
    wings: [
      { ...wing, wing: 'docks', right_there: null },
      { ...wing, wing: 'harbor', right_there: 'writer' },
      { ...wing, wing: 'quay', right_there: 'reader' },
    ],
  });
  expect(status.split('\n').slice(-3)).toEqual([
    'Wings     docks · no right to it any more: nothing of it is exchanged',
    '          harbor · reader · as writer you may write: team share sends your drawers · 3 drawers',
    '          quay · reader · 3 drawers',
  ]);
});
