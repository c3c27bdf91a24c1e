import type { LeftOut } from '../../../extension/palace/memory/summaries/leftOut.ts';
import type { GroupModel } from '../../review/groupModel.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { counted } from '../../score/counted.ts';
import { refocus } from '../../ui/refocus.ts';

/** Facts that are listed before “Show all”. */
const shownAtFirst = 20;

interface LeftOutList {
  readonly element: HTMLElement;
  readonly update: (group: GroupModel) => void;
}

const factRow = (
  left: LeftOut,
  title: string,
  add: ((left: LeftOut) => void) | null,
  { t }: Surroundings,
): HTMLElement =>
  element(
    'li',
    {},
    element('code', {}, left.fact),
    element('span', { class: 'dim clip' }, title),
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

const verdictOf = ({ left, approved }: GroupModel, { t }: Surroundings): string => {
  if (approved === 0) return t('Nothing in this group is archived.');
  if (left.length === 0) return t('Keeps every number, date, ID and URL.');
  return counted(left.length, 'Leaves out 1 fact', 'Leaves out {0} facts', t);
};

/** What the summary leaves out. A button adds a fact's sentence to the summary; without `add` there are no buttons. */
export const leftOutList = (
  add: ((left: LeftOut) => void) | null,
  focusSummary: () => void,
  surroundings: Surroundings,
): LeftOutList => {
  const { t } = surroundings;
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

  const draw = (): void => {
    if (group === undefined) return;
    const { left, approved } = group;
    const key = JSON.stringify([isWhole, approved > 0, left]);
    if (key === drawn) return;
    drawn = key;
    const focused = [...list.querySelectorAll('button')].findIndex((button) => button === document.activeElement);
    const wasOnMore = document.activeElement === more;
    const said = verdictOf(group, surroundings);
    if (verdict.textContent?.trim() !== said)
      replaceContent(verdict, approved === 0 ? null : icon(left.length === 0 ? 'check' : 'warning'), ` ${said}`);
    verdict.className = left.length > 0 ? 'verdict warn' : 'verdict';
    const titles = new Map(group.drawers.map(({ id, name }) => [id, name]));
    const shown = isWhole ? left : left.slice(0, shownAtFirst);
    replaceContent(
      list,
      shown.map((one) => factRow(one, titles.get(one.drawer_id) ?? one.drawer_id, add, surroundings)),
    );
    list.hidden = left.length === 0;
    more.hidden = shown.length === left.length;
    more.textContent = t('Show all {0}', formatCount(left.length));
    const buttons = list.querySelectorAll('button');
    if (focused >= 0)
      refocus(() => (buttons[Math.min(focused, buttons.length - 1)] ?? { focus: focusSummary }).focus());
    else if (wasOnMore && more.hidden) refocus(() => buttons[shownAtFirst]?.focus());
  };
  return {
    element: element('div', {}, verdict, list, more),
    update: (next) => {
      group = next;
      draw();
    },
  };
};
