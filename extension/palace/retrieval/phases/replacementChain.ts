import type { DrawerId } from '../../model/ids.ts';

interface Replaceable {
  readonly id: DrawerId;
  readonly archived: boolean;
  readonly supersededBy: DrawerId | null;
  readonly consolidatedInto: DrawerId | null;
}

/**
 * The last drawer of the chain of replacements that starts here. Where a summary stands for a drawer of it, the chain goes on with the
 * summary. Undefined if nothing replaces the drawer, the chain is a circle, or its last drawer is gone or archived.
 */
export const newestReplacement = (
  { id, supersededBy }: Pick<Replaceable, 'id' | 'supersededBy'>,
  find: (id: DrawerId) => Replaceable | undefined,
): DrawerId | undefined => {
  const seen = new Set<DrawerId>([id]);
  let newest: Replaceable | undefined;
  for (let next = supersededBy; next !== null; next = successorOf(newest)) {
    newest = seen.has(next) ? undefined : find(next);
    if (newest === undefined) return undefined;
    seen.add(next);
  }
  return newest?.archived === false ? newest.id : undefined;
};

const successorOf = ({ archived, supersededBy, consolidatedInto }: Replaceable): DrawerId | null =>
  supersededBy ?? (archived ? consolidatedInto : null);
