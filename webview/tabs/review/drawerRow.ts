import type { PlanView } from '../../../extension/palace/contract/memory/planSchemas.ts';
import type { DrawerFate, DrawerModel } from '../../review/drawerModel.ts';
import { drawerReason } from '../../review/drawerReason.ts';
import type { GroupModel } from '../../review/groupModel.ts';
import { markedText } from '../../review/textMarks.ts';
import type { Translate } from '../../text/translate.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { decayCurve } from './decayCurve.ts';

interface DrawerRow {
  readonly element: HTMLElement;
  readonly update: (drawer: DrawerModel, group: GroupModel, isOpened: boolean) => void;
}

export interface DrawerActions {
  readonly approve: (id: string, isApproved: boolean) => void;
  readonly open: (id: string, isOpened: boolean) => void;
  readonly erase: (id: string) => void;
}

const isArchived = (fate: DrawerFate): boolean => fate === 'approved' || fate === 'archived';

/** The drawer's text. Sentences that the summary lacks are struck out, facts that would be lost stand out in bold. */
const textContent = (
  { id, drawer, fate }: DrawerModel,
  { summary, left }: GroupModel,
  t: Translate,
): readonly (HTMLElement | string)[] => {
  if (drawer === undefined) return [t('It is no longer in the palace.')];
  if (drawer.text === null || drawer.text === undefined)
    return [t('Its text is not shown: the drawer is sensitive.')];
  if (!isArchived(fate)) return [drawer.text];
  const lost = new Set(left.filter(({ drawer_id: of }) => of === id).map(({ fact }) => fact.normalize('NFC')));
  return markedText(drawer.text, summary, lost).map(({ text, isLostFact, isMissing }) => {
    const inner = isLostFact ? element('strong', { class: 'lost-fact' }, text) : text;
    return isMissing ? element('del', {}, inner) : inner;
  });
};

/** A checkbox that decides, and a button that opens the text. */
const rowControls = (
  { id, name: title, drawer }: DrawerModel,
  textId: string,
  { approve, open }: DrawerActions,
  { t }: Surroundings,
) => {
  const box = element('input', {
    type: 'checkbox',
    'aria-label': t('Archive “{0}”', title),
    on: { change: () => approve(id, box.checked) },
  });
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
    element('span', { class: 'clip' }, title),
  );
  return { box, button };
};

/** What an open row shows: the text, with what would be lost, and a button that erases the drawer. */
const rowText = (
  { id, name: title, drawer }: DrawerModel,
  textId: string,
  { erase }: DrawerActions,
  { t }: Surroundings,
) => {
  const text = element('div', {
    class: 'diff',
    id: textId,
    role: 'group',
    tabindex: '0',
    'aria-label': t('Text of “{0}”', title),
    hidden: true,
  });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'quiet erase',
      // The visible text is part of the name, for people who use speech input.
      'aria-label': `${t('Erase for Good…')} ${title}`,
      hidden: true,
      on: { click: () => erase(id) },
    },
    t('Erase for Good…'),
  );
  return {
    elements: [text, button],
    update: (model: DrawerModel, group: GroupModel, isOpened: boolean): void => {
      text.hidden = !isOpened;
      button.hidden = !isOpened || drawer === undefined;
      replaceContent(text, isOpened ? textContent(model, group, t) : null);
    },
  };
};

/** One drawer of a group: approved or not, why, and its use over time. Opened, it shows its text with what would be lost. */
export const drawerRow = (
  plan: PlanView,
  first: DrawerModel,
  index: number,
  actions: DrawerActions,
  surroundings: Surroundings,
): DrawerRow => {
  const { t } = surroundings;
  const { id, drawer, candidate } = first;
  const textId = `review-text-${index}-${id}`;
  const { box, button } = rowControls(first, textId, actions, surroundings);
  const reason = element('span', { class: 'reason dim' });
  const text = rowText(first, textId, actions, surroundings);
  const row = element(
    'li',
    { class: 'drawer' },
    box,
    button,
    candidate === undefined ? null : decayCurve(candidate, plan, surroundings),
    reason,
    text.elements,
  );

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
      box.checked = isArchived(fate);
      box.disabled = (fate !== 'approved' && fate !== 'rejected') || plan.state !== 'proposed';
      row.className = `drawer ${fate}`;
      button.setAttribute('aria-expanded', String(isOpened));
      const why = drawerReason(model, plan, t);
      reason.textContent = why;
      reason.title = [candidate?.reason ?? '', drawer?.replaced_by?.title ?? '']
        .filter((part) => part !== '')
        .join('\n');
      text.update(model, group, isOpened);
    },
  };
};
