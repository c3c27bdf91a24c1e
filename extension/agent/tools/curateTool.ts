import * as z from 'zod';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { notReplacedReasons } from '../../palace/contract/noteSchemas.ts';
import { curationActions } from '../../palace/contract/curation.ts';
import { addsOnce, agentTool } from './agentTool.ts';
import { longest } from './filterArguments.ts';
import { missing } from '../answers/drawerAnswer.ts';

const id = z.string().min(1).max(longest.id);

export const contextCurate = agentTool({
  name: 'context_curate',
  title: 'Decide about older notes',
  description:
    'Decides what a new note does to older ones on the same subject. UPDATE and DELETE mark the older one as replaced, which can be undone; ADD and NOOP leave it. Nothing is deleted. Only a person marks what is pinned.',
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
    not_marked: z
      .array(z.object({ drawer_id: z.string(), because: z.enum(notReplacedReasons) }))
      .optional()
      .describe('Left as they are: curation never touches these'),
  },
  annotations: addsOnce,
  async run(palace, { drawer_id: by, decisions }, { signal }) {
    const isReplaced = ({ action }: (typeof decisions)[number]): boolean =>
      action === 'UPDATE' || action === 'DELETE';
    const idsOf = (some: typeof decisions): string[] => some.map(({ drawer_id: older }) => older);
    const replaced = idsOf(decisions.filter(isReplaced));
    const left = idsOf(decisions.filter((decision) => !isReplaced(decision)));
    if (replaced.length === 0) await palace.show({ drawer_id: by }, { signal });
    const report =
      replaced.length > 0
        ? await palace.update({ drawer_ids: replaced, whole_notes: true, superseded_by: by }, { signal })
        : { updated: 0, unchanged: 0, missing: [], not_replaced: undefined };
    const unknown = await unknownOf(palace, left, signal);
    const kept = report.not_replaced;
    return {
      ...(kept === undefined ? {} : { note: keptNote }),
      facts: { replaced: report.updated, unchanged: report.unchanged + left.length - unknown.length },
      lists: [
        missing([...new Set([...report.missing, ...unknown])]),
        ...(kept === undefined ? [] : [{ name: 'not_marked', items: kept, more: 'Raise token_budget.' }]),
      ],
    };
  },
});

const keptNote =
  'The new note is kept, but those in not_marked were not marked as replaced: pinned and sensitive notes, issues, and what was mined. Only the user can mark one (Mark Replaced in the editor, or synapse-palace mark --superseded-by).';

/** Those of the IDs that no drawer has. */
const unknownOf = async (
  palace: PalaceApi,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> => {
  const unknown: string[] = [];
  for (const drawer of ids)
    try {
      await palace.show({ drawer_id: drawer }, { signal });
    } catch (error) {
      if (!(error instanceof PalaceError) || error.code !== 'E_DRAWER_NOT_FOUND') throw error;
      unknown.push(drawer);
    }
  return unknown;
};
