import { reasonText } from '../../score/reasonText.ts';
import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import { maskedText } from '../../../extension/palace/model/text/maskedText.ts';
import { scoreLane, type ScoreLane } from '../../charts/scoreLane.ts';
import { tooltipOf } from '../../charts/stepTooltip.ts';
import { describeStory, stepSentence } from '../../score/describeScore.ts';
import { orderMark, type OrderMark } from '../../score/orderMark.ts';
import { shownScore } from '../../score/scoreSteps.ts';
import { drawerMarkdown } from '../../text/drawerMarkdown.ts';
import { drawerTitle } from '../../text/drawerTitle.ts';
import { visibleLine } from '../../text/visibleLine.ts';
import { readsAsCode } from '../../text/provenance.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { ListScale } from './listScale.ts';
import type { RankedHit } from './rankedHit.ts';
import { markedText } from './markedText.ts';
import { placeLine } from './placeLine.ts';
import { whyLine } from './whyLine.ts';
import { resultDetail, type ResultDetail } from './resultDetail.ts';
import { scoreCell } from './scoreCell.ts';
import type { SinceSearch } from './sinceSearch.ts';

export interface ResultRow {
  readonly element: HTMLLIElement;
  readonly button: HTMLButtonElement;
  readonly setOpen: (open: boolean) => void;
  readonly learn: (since: SinceSearch) => void;
}

/** The lane of a result; null if the row has no room for it. */
const laneOf = ({ hit, story }: RankedHit, { lane }: ListScale, surroundings: Surroundings): ScoreLane | null => {
  const { t } = surroundings;
  const label = story === null ? t('Score {0}', shownScore(hit.score)) : describeStory(story, t);
  return lane === null ? null : scoreLane(story, hit.score, { ...lane, label }, surroundings);
};

/** The button that opens a row. ← and → step through its score, with tooltip and voice. */
const rowButton = (
  label: string,
  lane: ScoreLane | null,
  { t, tooltip, announcer }: Surroundings,
  toggle: () => void,
): HTMLButtonElement => {
  const stepThrough = (by: 1 | -1): void => {
    const moved = lane?.moveTo(by);
    if (moved === null || moved === undefined) return;
    tooltip.show(moved.bar, ...tooltipOf(moved.step, t));
    announcer.say(
      `${stepSentence(moved.step, t)}. ${reasonText(moved.step.reason, t)}. ${t('Running total {0}.', moved.step.running)}`,
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
        lane?.leave();
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

/** The content of a closed row, above its button. */
const rowContent = (
  data: RankedHit,
  mark: OrderMark,
  list: ListScale,
  lane: ScoreLane | null,
  surroundings: Surroundings,
) => {
  const { hit } = data;
  const title = drawerTitle(hit);
  const line = visibleLine(maskedText(hit), title, list.terms, list.letters);
  const spoken = [`${hit.rank}`, title, title === line ? null : line, hit.palace ?? null, hit.wing, mark.spoken];
  return {
    label: spoken.filter((part) => part !== null).join('. '),
    rank: element('span', { class: 'rank', 'aria-hidden': 'true' }, icon('chevron'), String(hit.rank)),
    line: element('span', { class: readsAsCode(hit) ? 'line mono' : 'line' }, markedText(line, list.terms)),
    why: whyLine(hit, list.terms, surroundings),
    score: scoreCell(data, mark, lane?.node ?? null, surroundings),
  };
};

/**
 * Dropped in an editor, a row becomes what Copy as Markdown copies, but for the commit: a drag can’t wait for the
 * editor.
 */
const dragAsMarkdown = ({ dataTransfer }: DragEvent, hit: SearchHit): void => {
  if (dataTransfer === null) return;
  dataTransfer.effectAllowed = 'copy';
  const { heading, block } = drawerMarkdown(hit);
  dataTransfer.setData('text/plain', `${heading}\n\n${block}`);
};

/** The place of a row's detail, which exists only while it is open. */
const detailSlot = ({ hit, story }: RankedHit, list: ListScale, id: string, surroundings: Surroundings) => {
  const slot = element('div');
  let detail: ResultDetail | null = null;
  return {
    element: slot,
    open: (since: SinceSearch): void => {
      detail = resultDetail(hit, story, list, id, surroundings);
      slot.replaceChildren(detail.element);
      detail.learn(since);
      detail.toMatch();
    },
    close: (): void => {
      detail = null;
      slot.replaceChildren();
    },
    learn: (since: SinceSearch): void => detail?.learn(since),
  };
};

/** One result: a button of fixed height with its place, its best line, why it was found, and its score. Opened, its detail hangs below. */
export const resultRow = (
  data: RankedHit,
  total: number,
  list: ListScale,
  surroundings: Surroundings,
  toggle: () => void,
): ResultRow => {
  const { hit } = data;
  const lane = laneOf(data, list, surroundings);
  const content = rowContent(data, orderMark(hit, data.sortBy, surroundings.t), list, lane, surroundings);
  const detailId = `detail-${hit.rank}`;
  const button = rowButton(content.label, lane, surroundings, toggle);
  const detail = detailSlot(data, list, detailId, surroundings);
  let since: SinceSearch = { freshness: undefined, pinned: hit.pinned, change: undefined };
  let place = placeLine(hit, since, surroundings);
  // Elements with a tooltip cover the button, so a click on them is also meant for the row.
  const onClick = ({ target }: MouseEvent): void => {
    if (target !== button) toggle();
  };
  const row = element(
    'li',
    {
      class: hit.replaced_by?.marked === true ? 'result replaced' : 'result',
      'aria-setsize': total,
      'aria-posinset': hit.rank,
    },
    element(
      'div',
      {
        class: 'row',
        draggable: 'true',
        on: { click: onClick, dragstart: (event) => dragAsMarkdown(event, hit) },
      },
      button,
      content.rank,
      place,
      content.line,
      content.why,
      content.score,
    ),
    detail.element,
  );
  return {
    element: row,
    button,
    setOpen: (open) => {
      if ((button.getAttribute('aria-expanded') === 'true') === open) return;
      setExpanded(button, open ? detailId : null);
      row.classList.toggle('open', open);
      if (open) detail.open(since);
      else detail.close();
    },
    learn: (now) => {
      since = now;
      const next = placeLine(hit, now, surroundings);
      place.replaceWith(next);
      place = next;
      detail.learn(now);
    },
  };
};
