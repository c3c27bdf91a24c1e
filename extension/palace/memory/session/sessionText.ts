import { plural } from '../../../base/text/plural.ts';
import type { PlanCandidate } from '../../contract/memory/planSchemas.ts';
import type { ConsolidationCandidate } from '../../contract/memory/ageingSchemas.ts';
import type { PatternView } from '../../contract/memory/patternSchemas.ts';
import type { SessionContext } from '../../contract/memory/sessionContextSchemas.ts';
import type { PlacedItem } from './sessionItems.ts';
import { tokensOf } from '../../model/text/tokenBudget.ts';

/** What a context contains besides drawers. */
export interface Asides {
  readonly issues: readonly PatternView[];
  readonly commits: SessionContext['recent_commits'];
  readonly replacements: SessionContext['supersede_suggestions'];
  readonly consolidations: readonly ConsolidationCandidate[];
  /** Replaced drawers that nobody has used for a long time. */
  readonly compactions: readonly PlanCandidate[];
}

const section = {
  pinned: '\n## Pinned\n',
  issues: '\n## Recurring issues\n',
  memories: '\n## Memories\n',
  commits: '\n## Recent commits\n',
  replacements: '\n## Perhaps out of date\n',
  consolidations: '\n## Could be one summary\n',
  compactions: '\n## Replaced and unused\n',
} as const;

export const headings = {
  title: (drawers: number, used: number, budget: number): string =>
    `# Memory: ${plural(drawers, 'drawer')}, about ${used} of ${budget} tokens\n`,
  /** The headings of all sections, whichever of them the text shows. */
  sections: Object.values(section),
} as const;

const day = (time: string): string => time.slice(0, 10);
/** Puts a label or a subject on one line. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const asideLines = {
  issue: ({
    label,
    occurrence_count: count,
    first_seen: first,
    last_seen: last,
    pattern_id: id,
  }: PatternView): string =>
    `- ${line(label)} (seen ${count} times since ${day(first)}, last ${day(last)}, ${id})\n`,
  commit: ({ subject, filed_at: at }: SessionContext['recent_commits'][number]): string =>
    `- ${line(subject)} (${day(at)})\n`,
  replacement: ({
    older_id: older,
    newer_id: newer,
    similarity,
    age_gap_days: gap,
  }: SessionContext['supersede_suggestions'][number]): string =>
    `- ${newer} may replace ${older} (cosine ${similarity.toFixed(2)}, ${plural(gap, 'day')} newer)\n`,
  compaction: ({ drawer_id: id, reason }: PlanCandidate): string => `- ${id} (${line(reason)})\n`,
  consolidation: ({ drawer_ids: ids, label }: ConsolidationCandidate): string =>
    `- ${line(label)}: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ` and ${ids.length - 5} more` : ''}\n`,
} as const;

/** The complete context as text, for a terminal or an agent. */
export const sessionText = (
  pinned: readonly PlacedItem[],
  memories: readonly PlacedItem[],
  { issues, commits, replacements, consolidations, compactions }: Asides,
  budget: number,
): string => {
  const part = (heading: string, blocks: readonly string[]): string =>
    blocks.length === 0 ? '' : `${heading}${blocks.join('')}`;
  const body = [
    part(
      section.pinned,
      pinned.map(({ block }) => block),
    ),
    part(section.issues, issues.map(asideLines.issue)),
    part(
      section.memories,
      memories.map(({ block }) => block),
    ),
    part(section.commits, commits.map(asideLines.commit)),
    part(section.replacements, replacements.map(asideLines.replacement)),
    part(section.consolidations, consolidations.map(asideLines.consolidation)),
    part(section.compactions, compactions.map(asideLines.compaction)),
  ].join('');
  const title = (used: number): string => headings.title(pinned.length + memories.length, used, budget);
  return `${title(tokensOf(title(budget) + body))}${body}`;
};
