import { describe, expect, it } from 'vitest';
import { searchTitle } from '../../../../extension/editor/search/hitText.ts';
import { sampleResult } from '../../../fixtures/inspector/sampleResults.ts';
import { english } from '../localiser.ts';

const titleFor = (legs: Readonly<Record<string, number>>, withoutVector: number, weak = false): string => {
  const result = sampleResult(0);
  const { pipeline_trace: trace } = result;
  const scope = { ...trace.scope, in_scope: 40, without_vector: withoutVector };
  return searchTitle(
    { ...result, warnings: [], ...(weak ? { weak } : {}), pipeline_trace: { ...trace, legs, scope } },
    english,
  );
};

describe('the title over a search', () => {
  it('says what the semantic index cannot find yet, where the first look falls', () => {
    expect(titleFor({ lexical: 9, dense: 40 }, 0)).toBe('Search Memory');
    expect(titleFor({ lexical: 9, dense: 30 }, 10)).toBe('Search Memory (semantic index still building)');
    expect(titleFor({ lexical: 9 }, 40)).toBe('Search Memory (by words only: semantic index still building)');
  });

  it('says first that nothing is close', () => {
    expect(titleFor({ lexical: 9, dense: 30 }, 10, true)).toBe('Nothing close. The nearest:');
  });
});
