import * as z from 'zod';
import { parseJson } from '../../../base/text/parseJson.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { consolidatesProperty } from '../../model/drawer/consolidatesProperty.ts';
import { isoTime } from '../../model/drawer/ids.ts';
import { notReplacedUntil } from '../../store/notReplaced.ts';
import type { DrawerReads } from '../../store/palaceStore.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { drawerTitle } from '../candidates/drawerTitle.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import { changesOfFiles, fileChangeSchema } from './changesOfFiles.ts';
import { newestReplacement } from './replacementChain.ts';
import { fileTestSchema, testsOfFiles, type WordsFound } from './testsOfFiles.ts';

const expansionSchema = z.object({
  /** Words that were added to the query. */
  terms: z.array(z.string()),
  /** Earlier searches that are like this one. */
  similarQueries: z.array(z.string()),
  /** IDs of the drawers that the words come from: those searches returned them, and they were opened since. */
  sources: z.array(z.string()),
  /** IDs of candidates that the added words alone brought in. */
  candidates: z.array(z.string()),
});
/** What query expansion did to the pool of candidates. */
export type Expansion = z.infer<typeof expansionSchema>;

/**
 * What the phases know about the palace besides the candidates. It is read before they run and is plain data,
 * so a packet can hold it.
 */
export const phaseSnapshotSchema = z.object({
  /** Sessions within `ltp_window_days` in which a candidate was accessed; those without any are left out. */
  accesses: z.array(z.object({ id: z.string(), sessions: z.number() })),
  /** Pairs of candidates that were accessed in one session, and in how many. */
  coAccesses: z.array(z.object({ a: z.string(), b: z.string(), count: z.number() })),
  /** For candidates marked as superseded: the newest drawer of the chain, unless it is gone or archived. */
  replacements: z.array(z.object({ id: z.string(), by: z.string(), title: z.string().optional() })),
  /** For candidates that somebody marked as not replaced: nothing filed until then (milliseconds) is found to replace them. */
  notReplaced: z.array(z.object({ id: z.string(), untilMs: z.number() })).optional(),
  /** For summaries among the candidates: the drawers that they were made of and that still exist, if the profile names sources. */
  consolidated: z.array(z.object({ id: z.string(), of: z.array(z.string()) })).optional(),
  /** Commits among the candidates, and the drawers among them of files that these changed, if the profile reads them. */
  changes: z.array(fileChangeSchema).optional(),
  /** Tests that are called after files of the candidates and hold words of the query, if the profile reads them. */
  tests: z.array(fileTestSchema).optional(),
  expansion: expansionSchema.nullable(),
  /** What the cross-encoder gave each candidate that it judged; absent if none did. */
  rerank: z.array(z.object({ id: z.string(), score: z.number() })).optional(),
});
export type PhaseSnapshot = z.infer<typeof phaseSnapshotSchema>;

export const emptySnapshot: PhaseSnapshot = { accesses: [], coAccesses: [], replacements: [], expansion: null };

interface SnapshotDependencies {
  readonly catalogue: Catalogue;
  readonly read: DrawerReads;
  readonly words: WordsFound;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Reads what the phases that are on will need: at most five queries and one per summary, and none that can't have an answer. */
export const snapshotFor = (
  candidates: readonly Candidate[],
  flags: ProfileFlags,
  { catalogue, read, words, now }: SnapshotDependencies,
  expansion: Expansion | null = null,
): PhaseSnapshot => {
  const accessed = candidates.filter(({ drawer }) => drawer.accessCount > 0).map(({ entry }) => entry.id);
  return {
    accesses:
      flags.ltp_enabled && accessed.length > 0
        ? read.usage.sessionsInWindow(accessed, { now: isoTime(now()), days: flags.ltp_window_days })
        : [],
    coAccesses: flags.association_enabled && accessed.length > 1 ? read.usage.coAccesses(accessed) : [],
    replacements: flags.supersede_filter_enabled
      ? candidates.flatMap(({ drawer }) => {
          const by = newestReplacement(drawer, (id) =>
            catalogue.slotOfId(id) === undefined ? undefined : read.drawerById(id),
          );
          const newest = by === undefined ? undefined : read.drawerById(by);
          return newest === undefined ? [] : [{ id: drawer.id, by: newest.id, title: drawerTitle(newest) }];
        })
      : [],
    ...(flags.supersede_filter_enabled ? notReplacedOf(candidates, read) : {}),
    ...(flags.history_weight > 0 ? { changes: changesOfFiles(candidates, read) } : {}),
    ...(flags.tests_weight > 0 ? { tests: testsOfFiles(candidates, words, catalogue) } : {}),
    ...(flags.include_consolidated_sources ? { consolidated: consolidatedOf(candidates, catalogue, read) } : {}),
    expansion,
  };
};

const notReplacedOf = (
  candidates: readonly Candidate[],
  read: Pick<DrawerReads, 'propertyOf'>,
): Pick<PhaseSnapshot, 'notReplaced'> => {
  const until = notReplacedUntil(
    candidates.map(({ entry }) => entry.id),
    read,
  );
  const notReplaced = [...until].map(([id, untilMs]) => ({ id, untilMs }));
  return notReplaced.length === 0 ? {} : { notReplaced };
};

const idList = z.array(z.string());

/** Reads the property that a summary is filed with; an unreadable one lists no drawers. */
const consolidatedOf = (
  candidates: readonly Candidate[],
  catalogue: Catalogue,
  read: DrawerReads,
): NonNullable<PhaseSnapshot['consolidated']> =>
  candidates
    .filter(({ entry }) => entry.type === 'summary')
    .flatMap(({ entry: { id } }) => {
      const text = read.propertiesOf(id)[consolidatesProperty];
      const of = text === undefined ? undefined : idList.safeParse(parseJson(text)).data;
      return of === undefined ? [] : [{ id, of: of.filter((source) => catalogue.slotOfId(source) !== undefined) }];
    });
