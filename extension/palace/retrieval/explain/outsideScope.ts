import type { Drawer } from '../../model/drawer/drawer.ts';
import { lexicalQuery } from '../../lexical/query/lexicalQuery.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import type { QueryField } from '../../model/query/querySyntax.ts';
import { fileKindOf } from '../../model/source/fileKind.ts';
import type { SearchChange } from '../../contract/search/searchResult.ts';
import { phraseScope } from '../query/phraseScope.ts';
import type { RetrievedCandidates } from '../pipeline/retrieveCandidates.ts';
import type { SearchDependencies } from '../query/searchRequest.ts';
import type { Fix } from './fix.ts';

interface Refusal {
  readonly because: string;
  readonly fix: Fix;
}

const dropped = (text: string, kind: NonNullable<SearchChange['without']>['kind'], value: string): Fix => ({
  text,
  change: { without: { kind, value } },
});

/** Which conditions keep a drawer out of a search's scope. Each is tested alone. */
export const outsideScope = async (
  drawer: Drawer,
  slot: number,
  { filter, parsed }: Pick<RetrievedCandidates, 'filter' | 'parsed'>,
  dependencies: SearchDependencies,
): Promise<{ readonly reason: string; readonly fixes: readonly Fix[] }> => {
  const { catalogue } = dependencies;
  const passes = (condition: DrawerFilter): boolean =>
    catalogue.scope({ ...condition, includeArchived: true }).mask[slot] === 1;
  const refusals: Refusal[] = conditions(filter, drawer).flatMap(({ condition, ...refusal }) =>
    passes(condition) ? [] : [refusal],
  );
  const { palaces } = filter;
  if (palaces !== undefined && !palaces.includes('this'))
    refusals.push({
      because: `it is in this palace, and the search is in ${palaces.join(' and ')} alone`,
      fix: dropped(`Remove the filter palace:${palaces.join(',')}.`, 'field', 'palace'),
    });
  if (drawer.archived && filter.includeArchived !== true)
    refusals.push({
      because: `it is archived${drawer.archiveReason === null ? '' : ` (${drawer.archiveReason})`}`,
      fix: { text: 'Include archived drawers.', change: { include_archived: true } },
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
        fix: dropped(`Remove the quotes around “${phrase}”.`, 'phrase', phrase),
      });
  for (const word of parsed.excluded)
    if (!(await holds({ excluded: [word] })))
      refusals.push({
        because: holdsWord(drawer, word, dependencies)
          ? `it holds the excluded word “${word}”`
          : `it is found by the excluded word “${word}”, which is in its path, date, title or tags, or in the turn before it`,
        fix: dropped(`Remove -${word}.`, 'excluded', word),
      });
  for (const phrase of parsed.excludedPhrases)
    if (!(await holds({ excludedPhrases: [phrase] })))
      refusals.push({
        because: `it holds the excluded phrase “${phrase}”`,
        fix: dropped(`Remove -"${phrase}".`, 'excludedPhrase', phrase),
      });
  return {
    reason: `It is outside the search’s scope: ${refusals.map(({ because }) => because).join('; ') || 'it has left the palace meanwhile'}.`,
    fixes: refusals.map(({ fix }) => fix),
  };
};

/** Whether a drawer's own text has an excluded word: its path, date, title, tags and the turn before it find it as well. */
const holdsWord = ({ text }: Drawer, word: string, { lexical: { analyser } }: SearchDependencies): boolean => {
  const own = new Set(analyser.terms(text));
  const [terms] = lexicalQuery(analyser, '', [word]).excluded;
  // Function words are in no index: they are looked for in the text.
  return terms === undefined || terms.every((term) => own.has(term));
};

/** Splits a filter into its conditions, each with the drawer's value and the fix. */
const conditions = (filter: DrawerFilter, drawer: Drawer): (Refusal & { readonly condition: DrawerFilter })[] => {
  const refused = (
    condition: DrawerFilter,
    field: QueryField,
    value: string | readonly string[] | undefined,
    because: string,
  ): (Refusal & { readonly condition: DrawerFilter })[] =>
    value === undefined
      ? []
      : [{ condition, because, fix: dropped(`Remove the filter ${field}:${String(value)}.`, 'field', field) }];
  const { wings, rooms, types, tiers, kinds, tags, filedFrom, filedBefore, path } = filter;
  const filed = `it was filed ${drawer.filedAt}`;
  return [
    ...refused({ wings }, 'wing', wings, `its wing is ${drawer.wing}`),
    ...refused({ rooms }, 'room', rooms, `its room is ${drawer.room}`),
    ...refused({ types }, 'type', types, `its type is ${drawer.type}`),
    ...refused({ tiers }, 'tier', tiers, `its tier is ${drawer.tier}`),
    ...refused({ kinds }, 'kind', kinds, `its kind is ${fileKindOf(drawer) ?? 'none: it is not a file'}`),
    ...refused({ tags }, 'tag', tags, `it does not have the tag ${tags?.join(' or ') ?? ''}`),
    ...refused({ filedFrom }, 'after', filedFrom, filed),
    ...refused({ filedBefore }, 'before', filedBefore, filed),
    ...refused(
      { path },
      'path',
      path,
      drawer.sourceFile === null ? 'it has no path' : `its path is ${drawer.sourceFile}`,
    ),
  ];
};
