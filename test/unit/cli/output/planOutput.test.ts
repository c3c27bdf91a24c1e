import { expect, test } from 'vitest';
import { appliedLines } from '../../../../extension/cli/output/planOutput.ts';
import type { AppliedReport } from '../../../../extension/palace/contract/memory/planSchemas.ts';

const report: AppliedReport = {
  plan_id: 'p',
  summaries: [],
  archived: ['a', 'b', 'c'],
  rejected: [],
  dropped: [],
  skipped_groups: [],
  characters_saved: 1416,
  backup: 'b',
  palace_revision: 8,
};

test.each([
  [1416, '1,416 characters saved'],
  [0, '0 characters saved'],
  [-4, '4 characters more'],
])('a summary that makes %i characters superfluous is reported as “%s”', (saved, told) => {
  expect(appliedLines({ ...report, characters_saved: saved }, { columns: 200, style: (_, text) => text })[0]).toBe(
    `3 drawers archived, 0 summaries written, ${told}; palace revision 8.`,
  );
});
