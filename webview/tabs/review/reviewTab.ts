import type { PlanView } from '../../../extension/palace/contract/memory/planSchemas.ts';
import { reviewModel } from '../../review/reviewModel.ts';
import type { InspectorState } from '../../state/inspectorState.ts';
import { draftFor } from '../../review/review.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings, View } from '../../ui/view.ts';
import type { PalaceTab } from '../inspectorTab.ts';
import { applyBar } from './applyBar.ts';
import { planCards, type PlanCards } from './planCards.ts';
import { reviewMessage } from './reviewMessage.ts';
import { translatable } from '../../text/translate.ts';

/** The cards are rebuilt when this changes: for another plan, or another state of this one. */
const keyOf = ({ id, state, groups, drawers }: PlanView): string =>
  JSON.stringify([
    id,
    state,
    groups.map(({ group_id: group, drawer_ids: ids }) => [group, ids.length]),
    drawers.length,
  ]);

const openView = (surroundings: Surroundings): View => {
  const slot = element('div');
  // Outlives the cards, so that the focus stays on the pressed button.
  const bar = applyBar(surroundings);
  const whole = element('div', { class: 'review' }, slot, bar.element);
  let shown: { readonly key: string; readonly cards: PlanCards } | undefined;
  const close = (): void => {
    shown?.cards.dispose();
    shown = undefined;
  };
  let said: readonly unknown[] = [];
  return {
    element: whole,
    update: (state) => {
      const { plan, checked, pending, failure } = state.review;
      bar.element.hidden = plan === null || plan.groups.length === 0;
      if (plan === null || plan.groups.length === 0) {
        close();
        const next = [plan, pending, failure, state.palace === null, state.commands];
        if (said.length > 0 && next.every((value, at) => value === said[at])) return;
        said = next;
        slot.replaceChildren(...reviewMessage(state, surroundings));
        return;
      }
      said = [];
      const key = keyOf(plan);
      if (shown?.key !== key) {
        close();
        shown = { key, cards: planCards(plan, surroundings) };
        slot.replaceChildren(shown.cards.element);
      }
      const model = reviewModel(
        plan,
        draftFor(state.look.review, plan.id),
        checked,
        state.palace?.revision ?? null,
      );
      shown.cards.update(model);
      bar.update(model, state);
    },
    dispose: () => {
      close();
      bar.dispose();
    },
  };
};

const countOf = ({ review: { plan } }: InspectorState): number | null =>
  plan?.state === 'proposed' && plan.groups.length > 0 ? plan.groups.length : null;

/** Review: a plan of compaction or consolidation, approved group by group and drawer by drawer before anything is written. */
export const reviewTab: PalaceTab = { id: 'review', title: translatable('Review'), countOf, openView };
