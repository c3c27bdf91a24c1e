import { reasonText } from '../../score/reasonText.ts';
import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import { dropLook } from '../../score/dropLook.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { segmented, type Segmented } from '../../ui/segmented.ts';
import type { Surroundings } from '../../ui/view.ts';
import { dropCounts, dropRows, viewedDrops, type DropColumn, type DropRow, type DropView } from './dropRows.ts';
import { dropTable } from './dropTable.ts';

interface DropSection {
  readonly element: HTMLElement;
  readonly update: (result: SearchResult) => void;
  readonly dispose: () => void;
}

const everyPhase = '';

/** All phases, or one of them, each with how many it dropped. */
const phaseChoice = (
  total: number,
  counts: ReturnType<typeof dropCounts>,
  choose: (phase: string | null) => void,
  { t }: Surroundings,
): Segmented<string> =>
  segmented(
    t('Dropped at'),
    [
      { value: everyPhase, label: `${t('all')} ${formatCount(total)}` },
      ...counts.map(([phase, count]) => ({
        value: phase,
        label: `${t(dropLook(phase).label)} ${formatCount(count)}`,
      })),
    ],
    (phase) => choose(phase === everyPhase ? null : phase),
  );

/** Filter, phases and table of the dropped candidates. */
export const dropSection = (surroundings: Surroundings): DropSection => {
  const { t } = surroundings;
  let rows: readonly DropRow[] = [];
  let view: DropView = { phase: null, text: '', sort: 'score', descending: true };
  const count = element('span', { class: 'dim', role: 'status' });
  const chips = element('div');
  const input = element('input', {
    type: 'search',
    class: 'text-input',
    placeholder: t('Filter by drawer, wing or reason'),
    'aria-label': t('Filter dropped candidates'),
    on: { input: () => see({ text: input.value }) },
  });
  const byColumn = (column: DropColumn): void =>
    see(
      view.sort === column
        ? { descending: !view.descending }
        : { sort: column, descending: column === 'cosine' || column === 'score' },
    );
  const table = dropTable(byColumn, surroundings);
  const empty = element('p', { class: 'dim' }, t('No dropped candidate matches.'));
  let phases = segmented<string>(t('Dropped at'), [], () => undefined);

  const show = (): void => {
    const shown = viewedDrops(rows, view);
    count.textContent = t('{0} of {1}', formatCount(shown.length), formatCount(rows.length));
    phases.update(view.phase ?? everyPhase);
    empty.hidden = shown.length > 0;
    table.element.hidden = shown.length === 0;
    table.update(shown, view.sort, view.descending);
  };
  const see = (change: Partial<DropView>): void => {
    view = { ...view, ...change };
    show();
  };
  return {
    element: element(
      'section',
      { class: 'drops', 'aria-label': t('Dropped candidates') },
      element('h2', {}, t('Dropped candidates'), ' ', count),
      element('div', { class: 'drop-tools' }, input, chips),
      table.element,
      empty,
    ),
    update: (result) => {
      rows = dropRows(result).map((row) => ({
        ...row,
        phaseName: t(row.phaseName),
        reason: reasonText(row.reason, t),
      }));
      const counts = dropCounts(rows);
      if (!counts.some(([phase]) => phase === view.phase)) view = { ...view, phase: null };
      phases = phaseChoice(rows.length, counts, (phase) => see({ phase }), surroundings);
      replaceContent(chips, counts.length < 2 ? null : phases.element);
      show();
    },
    dispose: table.dispose,
  };
};
