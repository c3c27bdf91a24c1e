import * as z from 'zod';
import type { SupersedeCandidate } from '../../palace/contract/memory/supersedeSchemas.ts';
import { agentTool, reads } from './agentTool.ts';
import { filterArguments } from './filterArguments.ts';
import { wingWarnings } from './wingWarnings.ts';
import { shortShare } from '../answers/shortNumber.ts';
import { quotedText, shortText, type AnswerValue } from '../answers/toolAnswer.ts';

export const mempalaceSupersedeCheck = agentTool({
  name: 'mempalace_supersede_check',
  title: 'Which notes may be out of date?',
  description:
    'Older notes that a newer one of the same wing and type nearly repeats, anywhere in the palace. Only proposes: nothing is marked.',
  input: {
    similarity_threshold: z.number().min(0).max(1).optional().describe('Cosine; .86 unless the profile sets it'),
    min_age_gap_days: z.int().min(0).max(36_500).optional().describe('7 unless the profile sets it'),
    max_candidates: z.int().min(1).max(1000).default(10),
    wing: filterArguments.wing,
  },
  output: {
    checked: z.boolean().describe('False: there are no vectors to compare'),
    found: z.number().int().describe('How many there are, including those beyond max_candidates'),
    notes_compared: z.number().int().describe('Of all wings'),
    warnings: z.array(quotedText).optional(),
    candidates: z.array(
      z.object({
        superseded_id: z.string(),
        superseded_title: quotedText,
        superseded_at: z.string(),
        superseding_id: z.string(),
        superseding_title: quotedText,
        superseding_at: z.string(),
        similarity: z.number(),
        age_gap_days: z.number().int(),
        confidence: z.string(),
      }),
    ),
  },
  annotations: reads,
  async run(palace, { wing, ...request }, { signal, onProgress }) {
    const report = await palace.supersedeCheck(
      { ...request, ...(wing === undefined ? {} : { wing }) },
      { signal, onProgress },
    );
    const warnings =
      wing === undefined || report.found > 0 ? undefined : wingWarnings(wing, await palace.status({}, { signal }));
    return {
      ...(report.candidates.length === 0 ? {} : { note: instruction }),
      facts: {
        checked: report.checked,
        found: report.found,
        notes_compared: report.notes_compared,
        warnings,
      },
      lists: [
        {
          name: 'candidates',
          items: report.candidates.map(candidateFields),
          unread: report.found - report.candidates.length,
          more: 'Raise max_candidates or token_budget.',
        },
      ],
    };
  },
});

const instruction =
  'Read both notes before you rely on the older one. If the newer holds, say so to the user; once they agree, context_curate with drawer_id (the newer) and UPDATE for the older marks that one as replaced.';

const candidateFields = ({
  superseded_title: oldTitle,
  superseding_title: newTitle,
  similarity,
  ...candidate
}: SupersedeCandidate): Record<string, AnswerValue> => ({
  ...candidate,
  similarity: shortShare(similarity),
  superseded_title: shortText(oldTitle),
  superseding_title: shortText(newTitle),
});
