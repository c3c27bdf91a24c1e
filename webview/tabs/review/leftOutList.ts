import type { LeftOut } from '../../../extension/palace/memory/summaries/leftOut.ts';
import type { GroupModel } from '../../review/reviewModel.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { shortTitle } from '../../text/drawerTitle.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';

/** Facts that are listed unasked. */
const shownAtFirst = 20;

export interface LeftOutList {
  readonly element: HTMLElement;
  readonly update: (group: GroupModel) => void;
}

/** What the summary leaves out, each fact with a button that puts its sentence into the summary; `add` is absent where nothing can be added. */
export const leftOutList = (
  add: ((left: LeftOut) => void) | null,
  focusSummary: () => void,
  { t }: Surroundings,
): LeftOutList => {
  const verdict = element('p', { class: 'verdict', role: 'status' });
  const list = element('ul', { class: 'left-out', 'aria-label': t('What the summary leaves out') });
  const more = element('button', {
    type: 'button',
    class: 'quiet',
    hidden: true,
    on: {
      click: () => {
        isWhole = true;
        draw();
      },
    },
  });
  let isWhole = false;
  let drawn = '';
  let group: GroupModel | undefined;

  const row = (left: LeftOut, titles: ReadonlyMap<string, string>): HTMLElement =>
    element(
      'li',
      {},
      element('code', {}, left.fact),
      element('span', { class: 'dim clip' }, titles.get(left.drawer_id) ?? left.drawer_id),
      add === null
        ? null
        : element(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'aria-label': t('Add sentence with {0}', left.fact),
              on: { click: () => add(left) },
            },
            t('Add sentence'),
          ),
    );
  const draw = (): void => {
    if (group === undefined) return;
    const { left, approved } = group;
    const key = JSON.stringify([isWhole, approved > 0, left]);
    if (key === drawn) return;
    drawn = key;
    const focused = [...list.querySelectorAll('button')].findIndex((button) => button === document.activeElement);
    const wasOnMore = document.activeElement === more;
    const said =
      approved === 0
        ? t('Nothing of this group is archived.')
        : left.length === 0
          ? t('Keeps every number, date, ID and URL.')
          : left.length === 1
            ? t('Leaves out 1 fact')
            : t('Leaves out {0} facts', formatCount(left.length));
    if (verdict.textContent?.trim() !== said)
      replaceContent(verdict, approved === 0 ? null : icon(left.length === 0 ? 'check' : 'warning'), ` ${said}`);
    verdict.className = left.length > 0 ? 'verdict warn' : 'verdict';
    const titles = new Map(group.drawers.map(({ id, drawer }) => [id, shortTitle(drawer?.title ?? id)]));
    const shown = isWhole ? left : left.slice(0, shownAtFirst);
    replaceContent(
      list,
      shown.map((one) => row(one, titles)),
    );
    list.hidden = left.length === 0;
    more.hidden = shown.length === left.length;
    more.textContent = t('Show all {0}', formatCount(left.length));
    const buttons = list.querySelectorAll('button');
    if (focused >= 0) (buttons[Math.min(focused, buttons.length - 1)] ?? { focus: focusSummary }).focus();
    else if (wasOnMore && more.hidden) buttons[shownAtFirst]?.focus();
  };
  return {
    element: element('div', {}, verdict, list, more),
    update: (next) => {
      group = next;
      draw();
    },
  };
};
