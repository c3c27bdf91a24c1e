import { commitSubject } from '../../palace/model/text/commitSubject.ts';
import { withRemedy } from '../../palace/model/errors/palaceError.ts';
import { dayMs } from '../../base/time.ts';
import { archivedText } from '../../palace/contract/search/archivedText.ts';
import { meantText } from '../../palace/contract/search/meantSearch.ts';
import { unreadPalaces } from '../../palace/contract/search/unreadPalaces.ts';
import { isExplained, type SearchHit, type SearchResult } from '../../palace/contract/search/searchResult.ts';
import { documentKindOf } from '../../palace/model/source/documentKinds.ts';
import { placeInSource } from '../../palace/model/source/sourcePlace.ts';
import { bestLine } from '../../base/text/bestLine.ts';
import { plural } from '../../base/text/plural.ts';
import { clip, count, type Terminal } from '../terminal/terminal.ts';
import { waterfall } from './waterfall.ts';
import { printable, printableName } from '../../base/text/printable.ts';

/** A search's answer as text for a person; `meant`: conditions that were probably meant by those that nothing meets. */
export const searchOutput = (
  result: SearchResult,
  terminal: Terminal,
  now: Date,
  meant: readonly string[] = [],
): string => {
  const explain = isExplained(result);
  const { pipeline_trace: trace } = result;
  const lines = result.warnings.map((warning) => terminal.style('yellow', `! ${warning}`));
  if (result.error !== undefined) lines.push(terminal.style('red', withRemedy(result.error)));
  const unread = unreadPalaces(result);
  if (result.results.length === 0 && result.error === undefined)
    lines.push(
      unread.length > 0
        ? printableName(`Nothing was searched: ${unread.join(', ')} could not be read.`)
        : `Nothing found among ${plural(trace.scope.in_scope, 'drawer')}${trace.scope.in_scope < trace.scope.palace ? ` in scope (${count(trace.scope.palace)} in the palace, archived ones included: try fewer conditions, or --include-archived)` : ''}.`,
    );
  if (meant.length > 0) lines.push(printableName(meantText(meant)));
  if (result.weak === true) lines.push(terminal.style('yellow', 'Nothing close was found. The nearest:'));
  for (const hit of result.results) {
    lines.push(
      '',
      headline(hit, result.sort_by, terminal, now),
      `     ${clip(printable(bestLine(belowTitle(hit), trace.terms)), terminal.columns - 6)}`,
    );
    lines.push(...marks(hit).map((mark) => terminal.style('dim', `     ${printableName(mark)}`)));
    if (explain) lines.push(...waterfall(hit, trace.legs['dense'] !== undefined, terminal));
    if (explain && hit.also_in.length > 0)
      lines.push(terminal.style('dim', printableName(`     the same text also in ${hit.also_in.join(', ')}`)));
  }
  const archived = archivedText(result);
  if (archived !== null)
    lines.push(
      ...(result.results.length === 0 ? [] : ['']),
      terminal.style('yellow', `${archived}: --include-archived shows them, and how to bring them back.`),
    );
  const { in_scope: inScope, without_vector: due } = trace.scope;
  const partial =
    due > 0 && trace.legs['dense'] !== undefined
      ? ` · ${plural(due, 'drawer')} by words only, vectors still due`
      : '';
  lines.push(
    '',
    terminal.style(
      'dim',
      `${result.results.length} of ${count(trace.total_candidates_in)} candidates · ${trace.elapsed_ms} ms · ${plural(inScope, 'drawer')}${partial} · profile ${result.profile}`,
    ),
  );
  return lines.join('\n').replace(/^\n/, '');
};

/** That it is archived, what replaces it or lent it its place, and `[Pattern: …]`; the explanation has the other annotations. */
const marks = ({
  annotations,
  archived,
  drawer_id: id,
  replaced_by: by,
  in_place_of: old,
}: SearchHit): readonly string[] => [
  ...(archived ? [`Archived: “restore ${id}” brings it back.`] : []),
  ...(by === undefined
    ? []
    : [`${by.marked ? 'Replaced by' : 'May be replaced by'} “${by.title}” (${by.drawer_id})`]),
  ...(old === undefined ? [] : [`In place of “${old.title}” (${old.drawer_id})`]),
  ...annotations.filter((annotation) => annotation.startsWith('[Pattern')),
];

/** The part of a drawer's text that its headline does not show. */
const belowTitle = ({ type, text }: SearchHit): string =>
  type === 'git_commit' ? text.slice(text.indexOf('\n') + 1) : text;

const headline = (hit: SearchHit, sortBy: SearchResult['sort_by'], { style }: Terminal, now: Date): string => {
  // A commit is recognised by its subject; its source is the same for all commits.
  const place =
    hit.type === 'git_commit'
      ? clip(commitSubject(hit.text), 72)
      : hit.source_file === null
        ? `${hit.wing}/${hit.room}`
        : `${hit.source_file}${placeInSource(hit.source_file, hit.lines)}`;
  return `${String(hit.rank).padStart(3)}  ${style('bold', printableName(place))}  ${style('bold', orderMark(hit, sortBy))}  ${style('dim', `${hit.palace === undefined ? '' : `in ${printableName(hit.palace)} · `}${printableName(hit.wing)} · ${hit.type}${partNote(hit)} · filed ${filedAge(hit.filed_at, now)}${legNote(hit)}${idNote(hit)}`)}`;
};

/** The ID of what no place names: the lines of one of this palace's files stand for it. */
const idNote = ({ drawer_id: id, type, palace, source_file: file, lines }: SearchHit): string =>
  type === 'file' && palace === undefined && file !== null && lines !== null && documentKindOf(file) === null
    ? ''
    : ` · ${printableName(id)}`;

/** Of a part of a long note: which one of which note. */
const partNote = ({ part_of: note }: SearchHit): string =>
  note === undefined ? '' : ` · part ${note.part} of ${note.parts} of “${printableName(note.title)}”`;

/** What gives a result its place: the selection score, the time of filing or the importance. It falls from result to result. */
const orderMark = (hit: SearchHit, sortBy: SearchResult['sort_by']): string =>
  sortBy === 'recency'
    ? hit.filed_at.slice(0, 19).replace('T', ' ')
    : sortBy === 'importance'
      ? `importance ${(hit.importance ?? 0).toFixed(2)}`
      : (hit.selection_score ?? hit.score).toFixed(3);

/** Its place by words and by meaning, if the answer has them. */
const legNote = ({ legs }: SearchHit): string =>
  [
    ['keyword', legs?.['lexical']?.rank],
    ['semantic', legs?.['dense']?.rank],
  ]
    .flatMap(([name, rank]) => (typeof rank === 'number' ? [` · ${name} #${rank}`] : []))
    .join('');

/** Days of which one still has a feeling; what is older is said by its date. */
const mostDays = 60;

/** Calendar days are those of UTC, in which dates are shown as well. */
const filedAge = (filedAt: string, now: Date): string => {
  const days = dayOf(now.getTime()) - dayOf(Date.parse(filedAt));
  if (days === 0) return 'today';
  return days > 0 && days <= mostDays ? `${plural(days, 'day')} ago` : filedAt.slice(0, 10);
};

const dayOf = (ms: number): number => Math.floor(ms / dayMs);
