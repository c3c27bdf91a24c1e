import type { PlanView } from '../../../extension/palace/contract/memory/planSchemas.ts';
import { sharedText } from '../../../extension/palace/contract/memory/sharedText.ts';
import { shortShare } from '../../review/drawerReason.ts';
import { isCarriedOut, type GroupModel } from '../../review/groupModel.ts';
import { formatCount } from '../../score/numberFormat.ts';
import type { Translate } from '../../text/translate.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import { drawerRow, type DrawerActions } from './drawerRow.ts';
import { summaryBox } from './summaryBox.ts';

/** Room that is kept for a body before it is drawn, in pixels: its drawers, closed. */
const rowHeight = 44;
const bodyLeast = 190;

export interface GroupCard {
  readonly element: HTMLElement;
  readonly update: (group: GroupModel, opened: ReadonlySet<string>) => void;
  /** Draws the body; cards far from the window have none yet. */
  readonly build: () => void;
}

interface GroupActions extends DrawerActions {
  readonly approveGroup: (group: GroupModel, isApproved: boolean) => void;
  /** Null returns to the proposed summary. */
  readonly write: (groupId: string, text: string | null) => void;
}

/** Why these drawers are one group. */
const likenessOf = ({ group: { alike, shared } }: GroupModel, t: Translate): string =>
  [...(alike === null ? [] : [t('similarity {0}', shortShare(alike))]), sharedText(shared, t)].join(' · ');

interface GroupBody {
  readonly elements: readonly HTMLElement[];
  readonly update: (group: GroupModel, opened: ReadonlySet<string>) => void;
}

/** The drawers of a group, and its summary. */
const groupBody = (
  plan: PlanView,
  { group, drawers }: GroupModel,
  index: number,
  actions: GroupActions,
  surroundings: Surroundings,
): GroupBody => {
  const rows = drawers.map((drawer, at) => drawerRow(plan, drawer, index * 1000 + at, actions, surroundings));
  const write = (text: string | null): void => actions.write(group.group_id, text);
  const summary = summaryBox(group.title, plan.state === 'proposed', write, surroundings);
  return {
    elements: [
      element(
        'ul',
        { class: 'drawers', 'aria-label': surroundings.t('Drawers') },
        rows.map((row) => row.element),
      ),
      summary.element,
    ],
    update: (next, opened) => {
      rows.forEach((row, at) => {
        const drawer = next.drawers[at];
        if (drawer !== undefined) row.update(drawer, next, opened.has(drawer.id));
      });
      summary.update(next);
    },
  };
};

/** A group: approved in full or in part, its drawers, its summary. Its body is drawn when it comes near the window. */
export const groupCard = (
  plan: PlanView,
  first: GroupModel,
  index: number,
  actions: GroupActions,
  surroundings: Surroundings,
): GroupCard => {
  const { t } = surroundings;
  const { title } = first.group;
  let group = first;
  let opened: ReadonlySet<string> = new Set();
  let body: GroupBody | undefined;

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
  const build = (): void => {
    if (body !== undefined) return;
    body = groupBody(plan, group, index, actions, surroundings);
    bodySlot.style.minHeight = '';
    bodySlot.replaceChildren(...body.elements);
    body.update(group, opened);
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
      info.textContent = [
        t('{0} of {1} drawers → 1 summary', approved, next.drawers.length),
        likenessOf(first, t),
      ].join(' · ');
      saving.textContent = isCarriedOut(next)
        ? t('{0} → {1} characters', formatCount(before), formatCount(after))
        : t('stays');
      card.classList.toggle('stays', !isCarriedOut(next));
      body?.update(group, opened);
    },
  };
};
