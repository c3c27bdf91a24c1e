import type { Drawer } from '../../model/drawer.ts';
import type { DrawerFilter } from '../../model/drawerFilter.ts';
import { sourceKindOf } from '../../model/sourceKind.ts';
import { phraseScope } from '../query/phraseScope.ts';
import type { RetrievedCandidates } from '../pipeline/retrieveCandidates.ts';
import type { SearchDependencies } from '../query/searchRequest.ts';

interface Refusal {
  readonly because: string;
  readonly fix: string;
}

/** Which conditions keep a drawer out of a search's scope. Each is tested alone. */
export const outsideScope = async (
  drawer: Drawer,
  slot: number,
  { filter, parsed }: Pick<RetrievedCandidates, 'filter' | 'parsed'>,
  dependencies: SearchDependencies,
): Promise<{ readonly reason: string; readonly fixes: string[] }> => {
  const { catalogue } = dependencies;
  const passes = (condition: DrawerFilter): boolean =>
    catalogue.scope({ ...condition, includeArchived: true }).mask[slot] === 1;
  const refusals: Refusal[] = conditions(filter, drawer).flatMap(({ condition, ...refusal }) =>
    passes(condition) ? [] : [refusal],
  );
  if (drawer.archived && filter.includeArchived !== true)
    refusals.push({
      because: `it is archived${drawer.archiveReason === null ? '' : ` (${drawer.archiveReason})`}`,
      fix: 'Include archived drawers.',
    });
  const alone = new Uint8Array(catalogue.slots);
  alone[slot] = 1;
  const holds = async (part: Partial<typeof parsed>): Promise<boolean> => {
    const nothing = { ...parsed, phrases: [], excluded: [], excludedPhrases: [] };
    return (await phraseScope({ ...nothing, ...part }, { mask: alone, count: 1 }, dependencies)).count === 1;
  };
  for (const phrase of parsed.phrases)
    if (!(await holds({ phrases: [phrase] })))
      refusals.push({
        because: `it does not hold the phrase “${phrase}”`,
        fix: `Remove the quotes around “${phrase}”.`,
      });
  for (const word of parsed.excluded)
    if (!(await holds({ excluded: [word] })))
      refusals.push({ because: `it holds the excluded word “${word}”`, fix: `Remove -${word}.` });
  for (const phrase of parsed.excludedPhrases)
    if (!(await holds({ excludedPhrases: [phrase] })))
      refusals.push({ because: `it holds the excluded phrase “${phrase}”`, fix: `Remove -"${phrase}".` });
  return {
    reason: `It is outside the search’s scope: ${refusals.map(({ because }) => because).join('; ') || 'it has left the palace meanwhile'}.`,
    fixes: refusals.map(({ fix }) => fix),
  };
};

/** Splits a filter into its conditions, each with the drawer's value and the fix. */
const conditions = (filter: DrawerFilter, drawer: Drawer): (Refusal & { readonly condition: DrawerFilter })[] => [
  ...(filter.wings === undefined
    ? []
    : [
        {
          condition: { wings: filter.wings },
          because: `its wing is ${drawer.wing}`,
          fix: `Remove the filter wing:${filter.wings.join(',')}.`,
        },
      ]),
  ...(filter.rooms === undefined
    ? []
    : [
        {
          condition: { rooms: filter.rooms },
          because: `its room is ${drawer.room}`,
          fix: `Remove the filter room:${filter.rooms.join(',')}.`,
        },
      ]),
  ...(filter.types === undefined
    ? []
    : [
        {
          condition: { types: filter.types },
          because: `its type is ${drawer.type}`,
          fix: `Remove the filter type:${filter.types.join(',')}.`,
        },
      ]),
  ...(filter.tiers === undefined
    ? []
    : [
        {
          condition: { tiers: filter.tiers },
          because: `its tier is ${drawer.tier}`,
          fix: `Remove the filter tier:${filter.tiers.join(',')}.`,
        },
      ]),
  ...(filter.kinds === undefined
    ? []
    : [
        {
          condition: { kinds: filter.kinds },
          because: `its kind is ${sourceKindOf(drawer) ?? 'none: it is no file'}`,
          fix: `Remove the filter kind:${filter.kinds.join(',')}.`,
        },
      ]),
  ...(filter.tags === undefined
    ? []
    : [
        {
          condition: { tags: filter.tags },
          because: `it does not have the tag ${filter.tags.join(' or ')}`,
          fix: `Remove the filter tag:${filter.tags.join(',')}.`,
        },
      ]),
  ...(filter.filedFrom === undefined
    ? []
    : [
        {
          condition: { filedFrom: filter.filedFrom },
          because: `it was filed ${drawer.filedAt}`,
          fix: `Remove the filter after:${filter.filedFrom}.`,
        },
      ]),
  ...(filter.filedBefore === undefined
    ? []
    : [
        {
          condition: { filedBefore: filter.filedBefore },
          because: `it was filed ${drawer.filedAt}`,
          fix: `Remove the filter before:${filter.filedBefore}.`,
        },
      ]),
  ...(filter.path === undefined
    ? []
    : [
        {
          condition: { path: filter.path },
          because: drawer.sourceFile === null ? 'it has no path' : `its path is ${drawer.sourceFile}`,
          fix: `Remove the filter path:${filter.path}.`,
        },
      ]),
];
