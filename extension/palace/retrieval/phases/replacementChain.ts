import type { DrawerId } from '../../model/drawer/ids.ts';

interface Replaceable {
  readonly id: DrawerId;
  readonly archived: boolean;
  readonly supersededBy: DrawerId | null;
  readonly consolidatedInto: DrawerId | null;
}

/**
 * The last living drawer of the chain of replacements that starts here. Where a summary stands for a drawer of it, the chain goes on
 * with the summary. Undefined if nothing replaces the drawer, the chain is a circle, or all of its drawers are gone or archived.
 */
export const newestReplacement = (
  { id, supersededBy }: Pick<Replaceable, 'id' | 'supersededBy'>,
  find: (id: DrawerId) => Replaceable | undefined,
): DrawerId | undefined => {
  const seen = new Set<DrawerId>([id]);
  let living: DrawerId | undefined;
  for (let next = supersededBy; next !== null;) {
    if (seen.has(next)) return undefined;
    seen.add(next);
    const drawer = find(next);
    if (drawer === undefined) break;
    if (!drawer.archived) living = drawer.id;
    next = successorOf(drawer);
  }
  return living;
};

const successorOf = ({ archived, supersededBy, consolidatedInto }: Replaceable): DrawerId | null =>
  supersededBy ?? (archived ? consolidatedInto : null);
