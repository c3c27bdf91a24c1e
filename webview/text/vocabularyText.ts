import type { Translate } from './translate.ts';

/** A word of the palace's own vocabulary (a type, a tier) as people read it: `git_commit` is “git commit”. */
export const vocabularyText = (word: string, t: Translate): string => t(word.replaceAll('_', ' '));
