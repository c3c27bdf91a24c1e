import type { DrawerId } from '../../model/ids.ts';

interface Replaceable {
  readonly id: DrawerId;
  readonly archived: boolean;
  readonly supersededBy: DrawerId | null;
}

/**
 * The last drawer of the chain of replacements that starts here. Undefined if nothing replaces the drawer, the chain is a
 * circle, or its last drawer is gone or archived.
 */
export const newestReplacement = (
  drawer: Replaceable,
  find: (id: DrawerId) => Replaceable | undefined,
): DrawerId | undefined => {
  const seen = new Set<DrawerId>([drawer.id]);
  let at = drawer;
  while (at.supersededBy !== null) {
    const next = find(at.supersededBy);
    if (next === undefined || seen.has(next.id)) return undefined;
    seen.add(next.id);
    at = next;
  }
  return at.id === drawer.id || at.archived ? undefined : at.id;
};
