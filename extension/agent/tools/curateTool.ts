import * as z from 'zod';
import { curationActions } from '../../palace/contract/curation.ts';
import { addsOnce, agentTool } from './agentTool.ts';
import { longest } from './filterArguments.ts';
import type { AnswerList } from '../answers/toolAnswer.ts';

const id = z.string().min(1).max(longest.id);

export const contextCurate = agentTool({
  name: 'context_curate',
  title: 'Decide about older notes',
  description:
    'Decides what a new note does to older ones on the same subject. UPDATE and DELETE mark the older one as replaced, which can be undone; ADD and NOOP leave it. Nothing is deleted.',
  input: {
    drawer_id: id.describe('The new note'),
    decisions: z
      .array(z.strictObject({ drawer_id: id, action: z.enum(curationActions) }))
      .min(1)
      .max(50),
  },
  output: {
    replaced: z.number().int().describe('How many are now marked as replaced by the new note'),
    unchanged: z.number().int(),
    missing: z.array(z.object({ drawer_id: z.string() })),
  },
  annotations: addsOnce,
  async run(palace, { drawer_id: by, decisions }, { signal }) {
    const replaced = decisions.filter(({ action }) => action === 'UPDATE' || action === 'DELETE');
    const left = decisions.length - replaced.length;
    if (replaced.length === 0) return { facts: { replaced: 0, unchanged: left }, lists: [missing([])] };
    const report = await palace.update(
      { drawer_ids: replaced.map(({ drawer_id: older }) => older), superseded_by: by },
      { signal },
    );
    return {
      facts: { replaced: report.updated, unchanged: report.unchanged + left },
      lists: [missing(report.missing)],
    };
  },
});

const missing = (drawers: readonly string[]): AnswerList => ({
  name: 'missing',
  items: drawers.map((drawer) => ({ drawer_id: drawer })),
  more: 'Raise token_budget.',
});
