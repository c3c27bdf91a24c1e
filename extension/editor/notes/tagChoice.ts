import { foldTag, tagOf, tagsOf } from '../../palace/model/drawer/tag.ts';
import { localisedError } from '../platform/localisedError.ts';
import type { Localiser } from '../platform/localiser.ts';

/** The tags that a person chose from the list and those that they typed, separated by commas. Throws E_TAG. */
export const chosenTags = (picked: readonly string[], typed: string): string[] =>
  tagsOf([...picked, ...typed.split(',').filter((part) => part.trim() !== '')]);

/** Why the typed text is not a list of tags, in words; null if it is one. */
export const tagProblem = (typed: string, localiser: Localiser): string | null => {
  try {
    for (const part of typed.split(',')) if (part.trim() !== '') tagOf(part);
    return null;
  } catch (thrown) {
    return localisedError(thrown, localiser).message;
  }
};

interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * What to add and remove so that drawers have the chosen tags. `before` are those that all of them have. A tag that
 * only some have stays as it is unless it was chosen.
 */
export const tagChange = (before: readonly string[], after: readonly string[]): TagChange => {
  const [had, has] = [new Set(before.map(foldTag)), new Set(after.map(foldTag))];
  return {
    add: after.filter((tag) => !had.has(foldTag(tag))),
    remove: before.filter((tag) => !has.has(foldTag(tag))),
  };
};

/** The tags that all of the drawers have. Letter case is ignored. */
export const commonTags = (drawers: readonly { readonly tags: readonly string[] }[]): string[] => {
  const [first, ...others] = drawers;
  return (first?.tags ?? []).filter((tag) =>
    others.every(({ tags }) => tags.some((other) => foldTag(other) === foldTag(tag))),
  );
};
