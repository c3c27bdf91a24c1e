import { commitTagPrefix } from '../../model/drawer/tag.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import type { DrawerId } from '../../model/drawer/ids.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

type Queries = Pick<ReadQueries, 'drawerById' | 'drawerIdsTagged' | 'propertyOf'>;

/**
 * Events, the newest first. Git counts in seconds, and a rebase writes many commits in one: of those, a commit comes before its
 * ancestors. What is left is in the order of filing, the last first.
 */
export const newestFirst = <Event extends { readonly drawer: Drawer }>(
  events: readonly Event[],
  read: Queries,
): Event[] => {
  const byTime = new Map<string, Event[]>();
  for (const event of events) {
    const { filedAt } = event.drawer;
    byTime.set(filedAt, [...(byTime.get(filedAt) ?? []), event]);
  }
  return [...byTime]
    .sort(([a], [b]) => Date.parse(b) - Date.parse(a))
    .flatMap(([, together]) =>
      ancestorsLast(
        together.sort(({ drawer: a }, { drawer: b }) => b.rowid - a.rowid),
        read,
      ),
    );
};

/** Events of one time, each commit before its ancestors, also where these are commits in between that are no events; else as given. */
const ancestorsLast = <Event extends { readonly drawer: Drawer }>(
  events: readonly Event[],
  read: Queries,
): readonly Event[] => {
  if (events.filter(({ drawer }) => drawer.type === 'git_commit').length < 2) return events;
  const byId = new Map(events.map((event) => [event.drawer.id, event]));
  const seen = new Set<DrawerId>();
  // A depth-first walk leaves a commit after all its ancestors, however long the line of them is.
  const left: Event[] = [];
  for (const { drawer } of events.toReversed()) {
    const path: { readonly id: DrawerId; readonly parents: DrawerId[] }[] = [];
    const enter = (id: DrawerId): void => {
      if (seen.has(id)) return;
      seen.add(id);
      path.push({ id, parents: parentsOf(id, drawer.filedAt, read) });
    };
    enter(drawer.id);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = at.parents.pop();
      if (next !== undefined) {
        enter(next);
        continue;
      }
      path.pop();
      const event = byId.get(at.id);
      if (event !== undefined) left.push(event);
    }
  }
  return left.reverse();
};

/** The drawers of a commit's parents that are of the same time. */
const parentsOf = (id: DrawerId, filedAt: Drawer['filedAt'], read: Queries): DrawerId[] =>
  (read.propertyOf([id], 'parents').get(id) ?? '')
    .split(' ')
    .filter((sha) => sha !== '')
    .flatMap((sha) => read.drawerIdsTagged(`${commitTagPrefix}${sha}`))
    .filter((parent) => read.drawerById(parent)?.filedAt === filedAt);
