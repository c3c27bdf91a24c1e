import { expect, it } from 'vitest';
import { applyingPreview } from '../../../../extension/cli/output/applyingPreview.ts';
import { contradictingPlan } from '../../../fixtures/inspector/samplePlan.ts';

it('a trial counts a group that contradicts itself only if it is named', () => {
  const plan = contradictingPlan(Date.parse('2026-03-01T12:00:00Z'));
  const group = plan.groups.find(
    ({ contradictions, superseded_by: by }) => contradictions.length > 0 && by === null,
  );
  const named = applyingPreview(plan, { groups: [group?.group_id ?? ''] });
  expect(named).toMatchObject({ would_create_summaries: 1, would_archive: group?.drawer_ids.length });
  expect(applyingPreview(plan, {}).would_create_summaries).toBe(plan.groups.length - 1);
  expect(() => applyingPreview({ ...plan, state: 'applied' }, {})).toThrow('applied already');
});
