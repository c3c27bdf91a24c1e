import type { PlanView } from '../../../extension/palace/contract/planSchemas.ts';
import { shortShare } from '../../review/drawerReason.ts';
import { isCarriedOut, type GroupModel } from '../../review/reviewModel.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import { drawerRow, type DrawerActions, type DrawerRow } from './drawerRow.ts';
import { summaryBox, type SummaryBox } from './summaryBox.ts';

/** Pixels that a body takes at least, before it is drawn: its drawers, closed. */
const rowHeight = 44;
const bodyLeast = 190;

export interface GroupCard {
  readonly element: HTMLElement;
  readonly update: (group: GroupModel, opened: ReadonlySet<string>) => void;
  /** Draws the body, which far cards are without. */
  readonly build: () => void;
}

export interface GroupActions extends DrawerActions {
  readonly approveGroup: (group: GroupModel, isApproved: boolean) => void;
  /** Null takes the own text back. */
  readonly write: (groupId: string, text: string | null) => void;
}

/** A group: approved as a whole or in part, its drawers, its summary. Its body is drawn when it comes near. */
export const groupCard = (
  plan: PlanView,
  first: GroupModel,
  index: number,
  actions: GroupActions,
  surroundings: Surroundings,
): GroupCard => {
  const { t } = surroundings;
  const {
    group: { title, group_id: groupId, alike, shared },
  } = first;
  let group = first;
  let opened: ReadonlySet<string> = new Set();
  let body: { readonly rows: readonly DrawerRow[]; readonly summary: SummaryBox } | undefined;

  const box = element('input', {
    type: 'checkbox',
    'aria-label': t('Approve the group “{0}”', title),
    on: { change: () => actions.approveGroup(group, box.checked) },
  });
  const info = element('span', { class: 'dim info' });
  const saving = element('span', { class: 'dim num saving' });
  const bodySlot = element('div', { class: 'group-body' });
  const card = element(
    'section',
    { class: 'group', 'aria-label': title, on: { focusin: () => build() } },
    element('header', {}, box, element('h2', { class: 'clip', title }, title), info, saving),
    bodySlot,
  );
  bodySlot.style.minHeight = `${Math.max(bodyLeast, rowHeight * first.drawers.length)}px`;
  const likeness = [
    ...(alike === null ? [] : [t('alike {0}', shortShare(alike))]),
    shared.kind === 'asked' ? t('named by hand') : `${t(shared.kind)} ${shared.name}`,
  ].join(' · ');

  const fill = (): void => {
    body?.rows.forEach((row, at) => {
      const drawer = group.drawers[at];
      if (drawer !== undefined) row.update(drawer, group, opened.has(drawer.id));
    });
    body?.summary.update(group);
  };
  const build = (): void => {
    if (body !== undefined) return;
    const rows = group.drawers.map((drawer, at) =>
      drawerRow(plan, drawer, index * 1000 + at, actions, surroundings),
    );
    const summary = summaryBox(
      title,
      plan.state === 'proposed',
      (text) => actions.write(groupId, text),
      surroundings,
    );
    body = { rows, summary };
    bodySlot.style.minHeight = '';
    bodySlot.replaceChildren(
      element(
        'ul',
        { class: 'drawers', 'aria-label': t('Drawers') },
        rows.map((row) => row.element),
      ),
      summary.element,
    );
    fill();
  };
  return {
    element: card,
    build,
    update: (next, nextOpened) => {
      [group, opened] = [next, nextOpened];
      const { approved, of, before, after } = next;
      box.checked = of > 0 && approved === of;
      box.indeterminate = approved > 0 && approved < of;
      box.disabled = of === 0 || plan.state !== 'proposed';
      info.textContent = [t('{0} of {1} drawers → 1 summary', approved, next.drawers.length), likeness].join(
        ' · ',
      );
      saving.textContent = isCarriedOut(next)
        ? t('{0} → {1} characters', formatCount(before), formatCount(after))
        : t('stays');
      card.classList.toggle('stays', !isCarriedOut(next));
      fill();
    },
  };
};
