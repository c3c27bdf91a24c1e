import { withAnnotation, type Candidate, type Drop } from '../candidate.ts';
import type { Phase } from '../phase.ts';

/**
 * A summary stands for what it was made of: a drawer whose summary is a candidate too is left out, and named with the
 * summary where the profile wants sources. Without its summary among the candidates it stays, for nothing else says it.
 */
export const consolidation: Phase = {
  name: 'consolidation',
  isOn: () => true,
  run: (candidates, { flags }) => {
    const dropped: Drop[] = [];
    const shown = candidates.filter((candidate) => {
      if (flags.include_consolidated_summaries || candidate.entry.type !== 'summary') return true;
      dropped.push({ candidate, phase: 'consolidation', reason: 'a summary, and the profile leaves summaries out' });
      return false;
    });
    const ids = new Set<string>(shown.map(({ entry }) => entry.id));
    const sources = new Map<string, Candidate[]>();
    for (const candidate of shown) {
      const summary = candidate.drawer.consolidatedInto;
      if (summary !== null && ids.has(summary)) sources.set(summary, [...(sources.get(summary) ?? []), candidate]);
    }
    if (sources.size === 0 && dropped.length === 0 && shown.every(({ drawer }) => drawer.consolidatedInto === null)) return { candidates };
    const kept: Candidate[] = [];
    for (const candidate of shown) {
      const summary = candidate.drawer.consolidatedInto;
      if (summary === null) kept.push(withSources(candidate, flags.include_consolidated_sources ? sources.get(candidate.entry.id) : undefined));
      else if (ids.has(summary)) dropped.push({ candidate, phase: 'consolidation', reason: `its summary ${summary} stands for it` });
      else kept.push(withAnnotation(candidate, `Consolidated into ${summary}`));
    }
    return { candidates: kept, dropped };
  },
};

const withSources = (candidate: Candidate, sources: readonly Candidate[] | undefined): Candidate =>
  sources === undefined ? candidate : withAnnotation(candidate, `Consolidates ${sources.map(({ entry }) => entry.id).join(', ')}`);
