import { maskedText } from '../../../extension/palace/model/maskedText.ts';
import type { SourceFreshness } from '../../../extension/protocol/inspectorMessages.ts';
import { ledgerChart, scoreBar, tooltipOf, type LedgerChart } from '../../charts/ledgerChart.ts';
import { describeStory, stepSentence } from '../../score/describeScore.ts';
import { orderMark, type OrderMark } from '../../score/orderMark.ts';
import { shownScore } from '../../score/scoreSteps.ts';
import { visibleLine } from '../../text/visibleLine.ts';
import { readsAsCode } from '../../text/provenance.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { ListScale } from './listScale.ts';
import type { RankedHit } from './rankedHit.ts';
import { markedText } from './markedText.ts';
import { provenanceLine } from './provenanceLine.ts';
import { resultDetail } from './resultDetail.ts';
import { scoreCell } from './scoreCell.ts';

export interface ResultRow {
  readonly element: HTMLLIElement;
  readonly button: HTMLButtonElement;
  readonly setOpen: (open: boolean) => void;
  readonly setFreshness: (state: SourceFreshness | undefined) => void;
}

/** The ledger of a result, or one bar where its score was not explained. */
const scoreChart = (
  { hit, story }: RankedHit,
  mark: OrderMark,
  list: ListScale,
  surroundings: Surroundings,
): LedgerChart => {
  const { t } = surroundings;
  const options = {
    scale: list.scale,
    width: list.chartWidth,
    measure: list.measure,
    label: story === null ? t('Score {0}', shownScore(hit.score)) : describeStory(story, t),
    scoreInBar: list.narrow ? mark.shown : null,
  };
  return story === null ? scoreBar(hit.score, options) : ledgerChart(story, options, surroundings);
};

/** The button that opens a row. ← and → step through its chart, with tooltip and voice. */
const rowButton = (
  label: string,
  chart: LedgerChart,
  { t, tooltip, announcer }: Surroundings,
  toggle: () => void,
): HTMLButtonElement => {
  const stepThrough = (by: 1 | -1): void => {
    const moved = chart.moveTo(by);
    if (moved === null) return;
    tooltip.show(moved.bar, ...tooltipOf(moved.step, t));
    announcer.say(
      `${stepSentence(moved.step, t)}. ${moved.step.reason}. ${t('Running total {0}.', moved.step.running)}`,
    );
  };
  return element('button', {
    type: 'button',
    class: 'row-button',
    tabindex: '-1',
    'aria-expanded': 'false',
    'aria-label': label,
    on: {
      click: toggle,
      keydown: (event) => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
        event.preventDefault();
        stepThrough(event.key === 'ArrowRight' ? 1 : -1);
      },
      blur: () => {
        tooltip.hide();
        chart.leave();
      },
    },
  });
};

/** `detailId` names what the button has opened; null: it is closed. */
const setExpanded = (button: HTMLElement, detailId: string | null): void => {
  button.setAttribute('aria-expanded', String(detailId !== null));
  if (detailId === null) button.removeAttribute('aria-controls');
  else button.setAttribute('aria-controls', detailId);
};

/** About two lines stay in view before the first match, in pixels. */
const beforeMatch = 42;

/** A long text starts at its first match. */
const scrollToMatch = (text: HTMLElement | null): void => {
  const mark = text?.querySelector('mark');
  if (text === null || mark === null || mark === undefined) return;
  text.scrollTop += mark.getBoundingClientRect().top - text.getBoundingClientRect().top - beforeMatch;
};

/** One result: a button of fixed height with line, provenance, ledger and score. Opened, its detail hangs below. */
export const resultRow = (
  data: RankedHit,
  total: number,
  list: ListScale,
  surroundings: Surroundings,
  toggle: () => void,
): ResultRow => {
  const { hit } = data;
  const { t } = surroundings;
  const mark = orderMark(hit, data.sortBy, t);
  const chart = scoreChart(data, mark, list, surroundings);
  const line = visibleLine(maskedText(hit), hit.type, list.terms, list.letters);
  const detailId = `detail-${hit.rank}`;

  const button = rowButton(`${hit.rank}. ${line}. ${hit.wing}. ${mark.spoken}`, chart, surroundings, toggle);
  let provenance = provenanceLine(hit, undefined, surroundings);
  const detailSlot = element('div');
  const row = element(
    'li',
    { class: 'result', 'aria-setsize': total, 'aria-posinset': hit.rank },
    // What shows a tooltip covers the button: a click there is meant for the row, too.
    element(
      'div',
      {
        class: 'row',
        on: {
          click: (event) => {
            if (event.target !== button) toggle();
          },
        },
      },
      button,
      element('span', { class: 'rank', 'aria-hidden': 'true' }, icon('chevron'), String(hit.rank)),
      element('span', { class: readsAsCode(hit) ? 'line mono' : 'line' }, markedText(line, list.terms)),
      provenance,
      element('span', { class: 'chart' }, chart.node),
      scoreCell(data, mark, surroundings),
    ),
    detailSlot,
  );
  return {
    element: row,
    button,
    setOpen: (open) => {
      if ((button.getAttribute('aria-expanded') === 'true') === open) return;
      setExpanded(button, open ? detailId : null);
      row.classList.toggle('open', open);
      detailSlot.replaceChildren(...(open ? [resultDetail(hit, data.story, list, detailId, surroundings)] : []));
      scrollToMatch(detailSlot.querySelector<HTMLElement>('.text'));
    },
    setFreshness: (state) => {
      const next = provenanceLine(hit, state, surroundings);
      provenance.replaceWith(next);
      provenance = next;
    },
  };
};
