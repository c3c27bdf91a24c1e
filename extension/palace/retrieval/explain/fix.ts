import type { SearchChange, WhyNot } from '../../contract/search/searchResult.ts';

/** What would bring a drawer in: a sentence, and the change that does it; null if only a person can. */
export interface Fix {
  readonly text: string;
  readonly change: SearchChange | null;
}

/** Fixes as an answer has them. */
export const writtenFixes = (fixes: readonly Fix[]): Pick<WhyNot, 'fixes' | 'changes'> => ({
  fixes: fixes.map(({ text }) => text),
  changes: fixes.map(({ change }) => change),
});

/** For vectors of another model. */
export const rebuildFix: Fix = {
  text: 'Rebuild the embeddings with the current model.',
  change: { palace: 'rebuild_embeddings' },
};
