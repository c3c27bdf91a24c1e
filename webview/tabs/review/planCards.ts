import type { PlanView } from '../../../extension/palace/contract/memory/planSchemas.ts';
import { decideAll, decideGroup, type ReviewModel } from '../../review/reviewModel.ts';
import { draftFor, type ReviewDraft } from '../../review/review.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import { groupCard, type GroupCard } from './groupCard.ts';
import { planHead } from './planHead.ts';

/** Cards this near to the window are drawn with their bodies. */
const nearby = '800px 0px';
/** Cards that are drawn at once, so that the first page does not wait for the observer. */
const drawnAtOnce = 3;

export interface PlanCards {
  readonly element: HTMLElement;
  readonly update: (model: ReviewModel) => void;
  readonly dispose: () => void;
}

/** One plan's head and cards. Far cards are drawn when they come near. */
export const planCards = (plan: PlanView, surroundings: Surroundings): PlanCards => {
  const { inspector } = surroundings;
  let model: ReviewModel | undefined;
  const draft = (): ReviewDraft => draftFor(inspector.state.look.review, plan.id);
  const decideOn = (approve: boolean): void => {
    if (model !== undefined) inspector.decide(decideAll(model.groups, draft(), approve));
  };
  const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((other) => other !== id);

  const head = planHead(decideOn, surroundings);
  const actions = {
    approve: (id: string, isApproved: boolean) =>
      inspector.decide({
        rejected: isApproved ? without(draft().rejected, id) : [...without(draft().rejected, id), id],
      }),
    open: (id: string, isOpened: boolean) =>
      inspector.decide({ open: isOpened ? [...draft().open, id] : without(draft().open, id) }),
    erase: (id: string) => inspector.editor.eraseDrawer(id),
    approveGroup: (group: ReviewModel['groups'][number], isApproved: boolean) =>
      inspector.decide(decideGroup(group, draft(), isApproved)),
    write: (groupId: string, text: string | null) => {
      const others = Object.fromEntries(Object.entries(draft().summaries).filter(([id]) => id !== groupId));
      inspector.decide({ summaries: text === null ? others : { ...others, [groupId]: text } });
    },
  };
  const cards = element('div', { class: 'cards' });
  const made = new Map<string, GroupCard>();
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        [...made.values()].find((card) => card.element === target)?.build();
      }
    },
    { rootMargin: nearby },
  );
  const makeCards = (groups: ReviewModel['groups']): void =>
    groups.forEach((group, index) => {
      const card = groupCard(plan, group, index, actions, surroundings);
      made.set(group.group.group_id, card);
      cards.append(card.element);
      near.observe(card.element);
      if (index < drawnAtOnce) card.build();
    });

  return {
    element: element('div', {}, head.element, cards),
    update: (next) => {
      model = next;
      if (made.size === 0) makeCards(next.groups);
      const opened = new Set(draft().open);
      for (const group of next.groups) made.get(group.group.group_id)?.update(group, opened);
      head.update(next);
    },
    dispose: () => near.disconnect(),
  };
};
