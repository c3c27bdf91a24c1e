import { describe, expect, it } from 'vitest';
import { growthText } from '../../../../../extension/cli/commands/palace/growthText.ts';

const growth = (future: number) => ({
  unit: 'day' as const,
  starts: ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
  wings: [
    { wing: 'docs', drawers: 2 + future, newest: '9999-12-31T00:00:00.000Z', filed: [1, 1], future },
    { wing: 'notes', drawers: 1, newest: '2026-03-01T00:00:00.000Z', filed: [1, 0], future: 0 },
  ],
});

describe('the growth of wings on the command line', () => {
  it('says how many drawers are dated in the future, and draws the others until today', () => {
    expect(growthText(growth(3), 80).split('\n')).toEqual([
      'Wing   Drawers  Newest      Written from 2026-03-01 to 2026-03-02',
      'docs         5  9999-12-31  ▄█',
      'notes        1  2026-03-01  ██',
      'Dated in the future, and not in the lines: docs 3',
    ]);
    expect(growthText(growth(0), 80)).not.toContain('future');
  });
});
