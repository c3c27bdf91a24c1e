import type { PlanView } from '../../../extension/palace/contract/planSchemas.ts';
import { drawerReason } from '../../review/drawerReason.ts';
import type { DrawerModel, GroupModel } from '../../review/reviewModel.ts';
import { markedText } from '../../review/textMarks.ts';
import { shortTitle } from '../../text/drawerTitle.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { decayCurve } from './decayCurve.ts';

export interface DrawerRow {
  readonly element: HTMLElement;
  readonly update: (drawer: DrawerModel, group: GroupModel, isOpened: boolean) => void;
}

export interface DrawerActions {
  readonly approve: (id: string, isApproved: boolean) => void;
  readonly open: (id: string, isOpened: boolean) => void;
}

/** One drawer of a group: approved or not, why, its use over time; opened, its text with what would be lost. */
export const drawerRow = (
  plan: PlanView,
  first: DrawerModel,
  index: number,
  { approve, open }: DrawerActions,
  surroundings: Surroundings,
): DrawerRow => {
  const { t } = surroundings;
  const { id, drawer, candidate } = first;
  const title = drawer === undefined ? id : shortTitle(drawer.title);
  const textId = `review-text-${index}-${id}`;
  const box = element('input', {
    type: 'checkbox',
    'aria-label': t('Archive “{0}”', title),
    on: { change: () => approve(id, box.checked) },
  });
  const name = element('span', { class: 'clip' }, title);
  const button = element(
    'button',
    {
      type: 'button',
      class: 'disclose',
      'aria-controls': textId,
      title: drawer?.title ?? id,
      on: { click: () => open(id, button.getAttribute('aria-expanded') !== 'true') },
    },
    icon('chevron'),
    name,
  );
  const reason = element('span', { class: 'reason dim' });
  const text = element('div', {
    class: 'diff',
    id: textId,
    role: 'group',
    tabindex: '0',
    'aria-label': t('Text of “{0}”', title),
    hidden: true,
  });
  const row = element(
    'li',
    { class: 'drawer' },
    box,
    button,
    candidate === undefined ? null : decayCurve(candidate, plan, surroundings),
    reason,
    text,
  );

  const drawText = ({ fate }: DrawerModel, { summary, left }: GroupModel): void => {
    const shown = drawer?.text ?? null;
    if (shown === null) {
      replaceContent(
        text,
        drawer === undefined
          ? t('It is no longer in the palace.')
          : t('Its text is not shown: the drawer is sensitive.'),
      );
      return;
    }
    const goes = fate === 'approved' || fate === 'archived';
    const lost = new Set(left.filter(({ drawer_id: of }) => of === id).map(({ fact }) => fact.normalize('NFC')));
    replaceContent(
      text,
      ...(goes ? markedText(shown, summary, lost) : [{ text: shown, isMissing: false, isLostFact: false }]).map(
        (stretch) => {
          const inner = stretch.isLostFact
            ? element('strong', { class: 'lost-fact' }, stretch.text)
            : stretch.text;
          return stretch.isMissing ? element('del', {}, inner) : inner;
        },
      ),
    );
  };

  let drawn: readonly unknown[] = [];
  return {
    element: row,
    update: (model, group, isOpened) => {
      const next = [
        model.fate,
        model.reason,
        isOpened,
        isOpened ? group.summary : '',
        isOpened ? group.left : null,
      ];
      if (next.every((value, at) => value === drawn[at])) return;
      drawn = next;
      const { fate } = model;
      box.checked = fate === 'approved' || fate === 'archived';
      box.disabled = (fate !== 'approved' && fate !== 'rejected') || plan.state !== 'proposed';
      row.className = `drawer ${fate}`;
      button.setAttribute('aria-expanded', String(isOpened));
      const why = drawerReason(model, plan, t);
      reason.textContent = why;
      reason.title = [candidate?.reason ?? '', drawer?.replaced_by?.title ?? '']
        .filter((part) => part !== '')
        .join('\n');
      text.hidden = !isOpened;
      if (isOpened) drawText(model, group);
      else text.replaceChildren();
    },
  };
};
