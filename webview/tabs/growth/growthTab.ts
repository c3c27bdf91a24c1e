import type { PalaceGrowth } from '../../../extension/palace/contract/growthSchema.ts';
import type { InspectorState } from '../../state/inspectorState.ts';
import { element, replaceContent } from '../../ui/element.ts';
import type { Surroundings, View } from '../../ui/view.ts';
import type { PalaceTab } from '../inspectorTab.ts';
import { exportMenu } from '../../export/exportMenu.ts';
import { growthCells, growthNumbers, growthRows } from './growthTable.ts';
import { counted } from '../../score/counted.ts';
import { translatable } from '../../text/translate.ts';

/** Of a curve until its place is laid out, in pixels. */
const narrowest = 140;

const introduction = ({ unit, wings }: PalaceGrowth, { t }: Surroundings): string => {
  const steps: Readonly<Record<PalaceGrowth['unit'], string>> = {
    day: t('A step is a day.'),
    week: t('A step is a week.'),
    month: t('A step is a month.'),
    quarter: t('A step is a quarter.'),
    year: t('A step is a year.'),
  };
  const future = wings.reduce((sum, wing) => sum + wing.future, 0);
  return [
    t('Drawers by the date of their text, without the archive. Each wing has its own scale.'),
    steps[unit],
    ...(future === 0
      ? []
      : [
          counted(
            future,
            translatable('1 drawer is dated in the future: it is counted, and not drawn.'),
            translatable('{0} drawers are dated in the future: they are counted, and not drawn.'),
            t,
          ),
        ]),
  ].join(' ');
};

const openView = (surroundings: Surroundings): View => {
  const { inspector, t } = surroundings;
  const said = element('p', { class: 'note dim' });
  const chart = element('div');
  const table = growthNumbers(surroundings);
  const numbers = element('details', {}, element('summary', {}, t('The same as a table')));
  const whole = element('div');
  let drawn: { readonly growth: PalaceGrowth; readonly width: number } | undefined;
  const menu = exportMenu(
    { name: 'growth', chart: () => chart, rows: () => (drawn === undefined ? [] : growthCells(drawn.growth)) },
    surroundings,
  );

  /** It is long where there are many wings, so it is drawn once somebody opens it. */
  const drawTable = (): void => {
    if (numbers.open && drawn !== undefined) table.draw(drawn.growth);
  };
  numbers.addEventListener('toggle', () => {
    drawTable();
    if (numbers.open) numbers.append(table.element);
    else table.element.remove();
  });
  const drawRows = (growth: PalaceGrowth, width: number): void => {
    drawn = { growth, width };
    replaceContent(chart, growthRows(growth, width, surroundings));
  };
  const draw = (growth: PalaceGrowth): void => {
    if (drawn?.growth !== growth) {
      drawRows(growth, drawn?.width ?? narrowest);
      drawTable();
      said.textContent = introduction(growth, surroundings);
      // What is in its place already stays there, with the keyboard in it.
      if (numbers.parentElement !== whole) whole.replaceChildren(said, menu, chart, numbers);
    }
    // The style sheet alone knows whether the curves stand beside the numbers or below them: their axis is measured.
    const width = Math.max(narrowest, chart.querySelector('.ends')?.clientWidth ?? 0);
    if (drawn?.width !== width) drawRows(growth, width);
  };
  const update = ({ palace, notice, sideQueries: { growth } }: InspectorState): void => {
    // Asked after this round of updates, because a question changes the state.
    if (palace !== null) queueMicrotask(() => inspector.askGrowth());
    const shown = palace?.state === 'absent' ? null : (growth?.shown ?? null);
    if (shown !== null && shown.wings.length > 0) return draw(shown);
    drawn = undefined;
    const failure = growth?.failure ?? (palace === null ? notice : null);
    const instead =
      failure !== null
        ? `${failure.message} ${failure.remedy}`
        : growth?.answer != null
          ? t('The palace holds no drawers yet.')
          : t('Counting…');
    if (whole.textContent !== instead)
      whole.replaceChildren(element('p', { class: 'note dim', role: 'status' }, instead));
  };
  const observer = new ResizeObserver(() => {
    if (drawn !== undefined) draw(drawn.growth);
  });
  observer.observe(whole);
  return { element: whole, update, dispose: () => observer.disconnect() };
};

/** Growth: how many drawers each wing holds, and since when. */
export const growthTab: PalaceTab = { id: 'growth', title: translatable('Growth'), countOf: () => null, openView };
