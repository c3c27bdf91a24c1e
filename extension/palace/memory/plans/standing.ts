import type { Drawer } from '../../model/drawer/drawer.ts';
import { drawerId, type DrawerId } from '../../model/drawer/ids.ts';
import { drawerTitle } from '../../retrieval/candidates/drawerTitle.ts';
import { newestReplacement } from '../../retrieval/phases/replacementChain.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { LivingReplacement } from '../summaries/standingLine.ts';

type Read = Pick<ReadQueries, 'drawerById'>;

/**
 * The living drawer at the end of the chain of replacements that begins with `directly`, which replaces `drawer` by a mark or
 * by likeness. Null if nothing replaces the drawer: no drawer of the chain is alive (ADR 0029).
 */
export const standingOf = ({ id }: Pick<Drawer, 'id'>, directly: string | null, read: Read): DrawerId | null =>
  directly === null
    ? null
    : (newestReplacement({ id, supersededBy: drawerId(directly) }, (other) => read.drawerById(other)) ?? null);

/** What a mark says replaces the drawer; null without a mark, or if no drawer of its chain is alive. */
export const livingMark = (drawer: Pick<Drawer, 'id' | 'supersededBy'>, read: Read): DrawerId | null =>
  standingOf(drawer, drawer.supersededBy, read) === null ? null : drawer.supersededBy;

/** What a summary says of the drawer that replaced its originals. Undefined if that drawer is gone. */
export const livingReplacement = (
  id: DrawerId,
  read: Pick<ReadQueries, 'drawerById' | 'findingsOf'>,
): LivingReplacement | undefined => {
  const drawer = read.drawerById(id);
  if (drawer === undefined) return undefined;
  // A secret in a drawer that somebody unmarked must not get into another drawer's text.
  const isQuotable = !drawer.sensitive && read.findingsOf(id).length === 0;
  return { id, filedAt: drawer.filedAt, title: isQuotable ? drawerTitle(drawer) : null };
};
