import type { DrawerScope } from '../../model/query/drawerScope.ts';
import { closetLeg, type ClosetLeg } from './closetLeg.ts';
import type { FusedHit, SupportLeg } from './legScores.ts';
import { graphLeg } from './graphLeg.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import type { SearchDependencies } from '../query/searchRequest.ts';
import type { Stopwatch } from '../query/stopwatch.ts';

/** The legs besides words and meaning that a profile switches on. */
export interface SupportLegs {
  readonly list: readonly SupportLeg[];
  /** Null where the closets were not asked. */
  readonly closets: ClosetLeg | null;
  readonly warning: string | null;
}

interface SupportQuery {
  readonly words: string;
  readonly scope: DrawerScope;
  /** Whether closets that are missing may be written. */
  readonly mayWrite: boolean;
}

/** Runs the closet leg and the graph leg if the profile has them on. `fuse` gives the graph the drawers to start from. */
export const supportLegs = async (
  { words, scope, mayWrite }: SupportQuery,
  flags: ProfileFlags,
  dependencies: SearchDependencies,
  watch: Stopwatch,
  fuse: (support: readonly SupportLeg[]) => readonly FusedHit[],
): Promise<SupportLegs> => {
  let closets: ClosetLeg | null = null;
  const warning = flags.closets === 'off' ? null : dependencies.closetsWanted(mayWrite);
  if (flags.closets !== 'off') {
    await watch.timeAsync('closet_index', () => dependencies.closets.ready());
    closets = watch.time('closets', () => closetLeg(dependencies.closets, words, scope, dependencies.catalogue));
  }
  const list: SupportLeg[] =
    closets === null || flags.closets === 'first'
      ? []
      : [{ name: 'closets', leg: closets, weight: flags.closet_weight }];
  if (flags.graph_enabled)
    list.push({
      name: 'graph',
      leg: watch.time('graph', () => graphLeg(fuse(list), flags.graph_hops, scope, dependencies)),
      weight: flags.graph_weight,
    });
  return { list, closets, warning };
};
