import { withAnnotation, type Candidate, type Drop } from '../candidates/candidate.ts';
import type { Phase } from './phase.ts';

/**
 * A summary replaces what it was made of: a drawer whose summary is also a candidate is left out. If the profile names
 * sources, the summary lists it, archived or not. A drawer whose summary is no candidate stays, and so do those that stand for each
 * other in a circle.
 */
export const consolidation: Phase = {
  isOn: () => true,
  run: (candidates, { flags, snapshot }) => {
    const dropped: Drop[] = [];
    const shown = candidates.filter((candidate) => {
      if (flags.include_consolidated_summaries || candidate.entry.type !== 'summary') return true;
      dropped.push({
        candidate,
        phase: 'consolidation',
        reason: 'a summary, and the profile leaves summaries out',
      });
      return false;
    });
    const summaries = new Map<string, string | null>(
      shown.map(({ entry, drawer }) => [entry.id, drawer.consolidatedInto]),
    );
    const sources = new Map<string, Candidate[]>();
    for (const candidate of shown) {
      const summary = candidate.drawer.consolidatedInto;
      if (summary !== null && summaries.has(summary))
        sources.set(summary, [...(sources.get(summary) ?? []), candidate]);
    }
    const named = new Map(
      flags.include_consolidated_sources ? snapshot.consolidated?.map(({ id, of }) => [id, of] as const) : [],
    );
    if (
      sources.size === 0 &&
      named.size === 0 &&
      dropped.length === 0 &&
      shown.every(({ drawer }) => drawer.consolidatedInto === null)
    )
      return { candidates };
    const kept: Candidate[] = [];
    for (const candidate of shown) {
      const summary = candidate.drawer.consolidatedInto;
      if (summary === null)
        kept.push(
          flags.include_consolidated_sources
            ? withSources(candidate, [
                ...(named.get(candidate.entry.id) ?? []),
                ...(sources.get(candidate.entry.id) ?? []).map(({ entry }) => entry.id),
              ])
            : candidate,
        );
      else if (summaries.has(summary) && endsWithSummary(candidate.entry.id, summaries))
        dropped.push({ candidate, phase: 'consolidation', reason: `its summary ${summary} stands for it` });
      else kept.push(withAnnotation(candidate, `Consolidated into ${summary}`));
    }
    return { candidates: kept, dropped };
  },
};

/** False where summaries lead back to each other, as an import may have them: then each would stand for another that is left out. */
const endsWithSummary = (id: string, summaries: ReadonlyMap<string, string | null>): boolean => {
  const seen = new Set<string>();
  for (let next: string | null = id; next !== null; next = summaries.get(next) ?? null) {
    if (seen.has(next)) return false;
    seen.add(next);
  }
  return true;
};

const withSources = (candidate: Candidate, sources: readonly string[]): Candidate =>
  sources.length === 0 ? candidate : withAnnotation(candidate, `Consolidates ${[...new Set(sources)].join(', ')}`);
