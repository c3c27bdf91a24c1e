import type { GroupModel } from '../../review/groupModel.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';

interface ContradictionList {
  readonly element: HTMLElement;
  readonly update: (group: GroupModel) => void;
}

/** Where the drawers of a group contradict each other: what the newest says, and what it replaces. */
export const contradictionList = ({ t }: Surroundings): ContradictionList => {
  const verdict = element('p', { class: 'disagreement warn' });
  const list = element('ul', {
    class: 'contradictions',
    'aria-label': t('Where the notes contradict each other'),
  });
  const whole = element('div', { hidden: true }, verdict, list);
  let drawn = '';
  return {
    element: whole,
    update: ({ contradictions, drawers, isWaiting }) => {
      const key = JSON.stringify([contradictions, isWaiting]);
      if (key === drawn) return;
      drawn = key;
      whole.hidden = contradictions.length === 0;
      const titles = new Map(drawers.map(({ id, name }) => [id, name]));
      const title = (id: string): string => titles.get(id) ?? id;
      replaceContent(
        verdict,
        icon('warning'),
        ` ${
          isWaiting
            ? t('These notes contradict each other. Check the summary, then approve the group.')
            : t('These notes contradict each other. The newest leads; check the summary.')
        }`,
      );
      replaceContent(
        list,
        contradictions.map(({ drawer_id: older, says, newer_id: newer, newer_says: saysNow }) =>
          element(
            'li',
            {},
            element('code', {}, saysNow),
            element('span', { class: 'dim clip' }, title(newer)),
            element('span', { class: 'dim' }, t('not')),
            element('code', {}, says),
            element('span', { class: 'dim clip' }, title(older)),
          ),
        ),
      );
    },
  };
};
