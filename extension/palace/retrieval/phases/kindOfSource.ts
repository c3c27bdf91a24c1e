import { fileKindOf } from '../../model/source/fileKind.ts';
import type { FileKind } from '../../model/drawer/vocabulary.ts';
import { withEvent } from '../candidates/candidate.ts';
import { kindsAskedFor } from './kindsAskedFor.ts';
import type { Phase } from './phase.ts';

/**
 * How much of `kind_weight` a file of each kind loses; docs lose `kind_docs_share` of it. Measured on the subjects of
 * commits: docs/benchmarks.md.
 */
const losses: Readonly<Record<Exclude<FileKind, 'docs'>, number>> = {
  source: 0,
  test: 1.5,
  changelog: 1,
  configuration: 1,
  data: 1,
  generated: 1.5,
};

const names: Readonly<Record<FileKind, string>> = {
  source: 'a source',
  test: 'a test',
  docs: 'documentation',
  changelog: 'a changelog',
  configuration: 'configuration',
  data: 'data',
  generated: 'generated',
};

/**
 * A question about code is mostly answered by its sources: what merely tests, lists or configures them ranks lower,
 * unless the query asks for it.
 */
export const kindOfSource: Phase = {
  isOn: (flags) => flags.kind_weight > 0,
  run: (candidates, { query, flags }) => {
    const asked = kindsAskedFor(query);
    return {
      candidates: candidates.map((candidate) => {
        const kind = fileKindOf(candidate.drawer);
        if (kind === null) return candidate;
        const loss = kind === 'docs' ? flags.kind_docs_share : losses[kind];
        return asked.has(kind)
          ? withEvent(candidate, 'kind', flags.kind_weight, `${names[kind]}, as the query asks for`)
          : withEvent(candidate, 'kind', -loss * flags.kind_weight, `${names[kind]}: sources go first`);
      }),
    };
  },
};
