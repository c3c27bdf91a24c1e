import type { TeamStatus } from '../../../../extension/palace/contract/teamSchemas.ts';

/** A team of ada's in which nothing is due. */
export const teamOf = (changes: Partial<TeamStatus> = {}): TeamStatus => ({
  state: 'resting',
  url: 'postgresql://ada@db.example.org/memory',
  team: 'web',
  member: 'ada',
  problem: null,
  needs_password: false,
  waiting: 0,
  conflicts: 0,
  erasures_due: 0,
  wings: [],
  palaces: [],
  exchanged_at: '2026-01-02T10:30:00.000Z',
  ...changes,
});

/** A palace without one. */
export const noTeamYet: TeamStatus = teamOf({
  state: 'none',
  url: null,
  team: null,
  member: null,
  exchanged_at: null,
});
