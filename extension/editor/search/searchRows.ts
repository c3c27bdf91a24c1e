import * as vscode from 'vscode';
import {
  knownNames,
  meantConditions,
  withWord,
  wordsAlone,
  type KnownNames,
} from '../../palace/model/query/queryEdits.ts';
import { readAsText } from '../../palace/model/query/readAs.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { PalaceState } from '../palace/palaceState.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerIcon } from './drawerIcon.ts';
import { byWordsOnly, hitText } from './hitText.ts';
import { plainLabel } from './lineLabel.ts';
import { archivedNotes, nothingFound } from './nothingFound.ts';
import { noteItem, type PickButtons } from './pickItems.ts';
import type { PastSearches } from './searchHistory.ts';

/** A row of the search: a result, a query to search for, or a message. */
export interface SearchRow extends vscode.QuickPickItem {
  readonly drawerId?: string;
  readonly pinned?: boolean;
  readonly terms?: readonly string[];
  /** What choosing the row searches for. */
  readonly query?: string;
  /** The row opens below the search, as its source would. */
  readonly previewed?: boolean;
}

/** The results, one row each. */
export const resultRows = (
  { results, pipeline_trace: trace }: SearchResult,
  changed: ReadonlySet<string>,
  { pin, unpin, toSide, similar, explain }: PickButtons,
  localiser: Localiser,
): SearchRow[] =>
  results.map((hit) => ({
    ...hitText(hit, trace.terms, localiser, changed.has(hit.drawer_id)),
    iconPath: new vscode.ThemeIcon(drawerIcon(hit.type)),
    alwaysShow: true,
    buttons: [hit.pinned ? unpin : pin, toSide, similar, explain],
    drawerId: hit.drawer_id,
    terms: trace.terms,
    pinned: hit.pinned,
    // A commit has its own view, which a preview could not close again.
    previewed: hit.type !== 'git_commit',
  }));

const queryRow = (icon: string, label: string, query: string, detail?: string): SearchRow => ({
  label: plainLabel(label),
  query,
  iconPath: new vscode.ThemeIcon(icon),
  alwaysShow: true,
  ...(detail === undefined ? {} : { detail: plainLabel(detail) }),
});

/** The rows above the results: how words that occur nowhere were read. Choosing one writes it that way. */
export const readRows = ({ query, read_as: read = [] }: SearchResult, { t }: Localiser): readonly SearchRow[] =>
  read.map((each) =>
    queryRow(
      'lightbulb',
      t('Search for “{0}”', each.read_as),
      withWord(query, each.word, each.read_as),
      t('Nothing holds “{0}”: searched for “{1}” instead.', each.word, each.read_as),
    ),
  );

/** Queries that were probably meant by one whose conditions match no name in the palace. */
export const meantRows = (query: string, names: KnownNames, { t }: Localiser): readonly SearchRow[] =>
  meantConditions(query, names).map((each) =>
    queryRow('lightbulb', t('Did you mean {0}?', each.meant), each.query),
  );

/**
 * The rows below the results: problems, and searches that were probably meant. While files are being filed, an
 * empty result is no reason to suggest other words.
 */
export const noteRows = (
  result: SearchResult,
  names: KnownNames,
  isMining: boolean,
  localiser: Localiser,
): readonly SearchRow[] => {
  const { warnings, error, query, results, read_as: read = [] } = result;
  const { t } = localiser;
  const meant = meantRows(query, names, localiser);
  if (error !== undefined) return [noteItem('error', error.message, error.remedy), ...meant];
  const readTexts = new Set(read.map(readAsText));
  const words = results.length === 0 ? wordsAlone(query) : null;
  return [
    ...warnings.filter((text) => !readTexts.has(text)).map((warning) => noteItem('warning', warning)),
    ...byWordsOnly(result, localiser).map((note) => noteItem('info', note)),
    ...(results.length > 0 || isMining
      ? []
      : [
          noteItem('info', ...nothingFound(result, names, localiser)),
          ...meant,
          ...(words === null ? [] : [queryRow('clear-all', t('Search without filters'), words)]),
        ]),
    ...archivedNotes(result, localiser).map((note) => noteItem('archive', ...note)),
  ];
};

/** The names of the window's palace, with its tags if they were asked for; none while it is not open. */
export const namesOf = (state: PalaceState, tags: readonly string[] | undefined): KnownNames => {
  const drawers = state.kind === 'open' ? state.status?.drawers : undefined;
  return drawers === undefined
    ? {}
    : knownNames({
        wings: drawers.by_wing,
        rooms: drawers.by_room,
        types: drawers.by_type,
        tiers: drawers.by_tier,
        tags,
      });
};

/** The rows of an empty search: the starred searches, then the last ones. */
export const pastRows = (
  { recent, starred }: PastSearches,
  { star, unstar, forget }: PickButtons,
  { t }: Localiser,
): readonly SearchRow[] => {
  const heading = (label: string): SearchRow => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const stars = new Set(starred);
  const others = recent.filter((query) => !stars.has(query));
  return [
    ...(starred.length === 0 ? [] : [heading(t('Starred'))]),
    ...starred.map((query) => ({ ...queryRow('star-full', query, query), buttons: [unstar] })),
    ...(others.length === 0 ? [] : [heading(t('Recent'))]),
    ...others.map((query) => ({ ...queryRow('history', query, query), buttons: [star, forget] })),
  ];
};
