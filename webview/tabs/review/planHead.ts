import type { ReviewModel } from '../../review/reviewModel.ts';
import { formatCount, wholePercent } from '../../score/numberFormat.ts';
import { shortTitlesById } from '../../text/drawerTitle.ts';
import { pageLanguage } from '../../text/pageLanguage.ts';
import type { Translate } from '../../text/translate.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import { actionButton } from '../../ui/toolkit.ts';
import type { Surroundings } from '../../ui/view.ts';
import { counted } from '../../score/counted.ts';
import { reasonText } from '../../score/reasonText.ts';

interface PlanHead {
  readonly element: HTMLElement;
  readonly update: (model: ReviewModel) => void;
}

/** Time, state and ID of the plan, in one line. The ID is what the command line asks for. */
const factsOf = ({ plan, isOpen }: ReviewModel, t: Translate): string =>
  [
    t(
      'made {0}',
      new Date(plan.created_at).toLocaleString(pageLanguage(), {
        dateStyle: 'medium',
        timeStyle: 'short',
      }),
    ),
    ...(!isOpen
      ? []
      : [
          plan.palace_revision === plan.revision_now
            ? t('palace unchanged since (revision {0})', formatCount(plan.revision_now))
            : t('checked against revision {0}', formatCount(plan.revision_now)),
        ]),
    ...(plan.context === null ? [] : [t('context {0} % full', wholePercent(plan.context.share))]),
    plan.id,
  ]
    .map((part) => ` · ${part}`)
    .join('');

/** The drawers that dropped out since the plan was made. */
const droppedOf = ({ plan }: ReviewModel, t: Translate): readonly HTMLElement[] => {
  if (plan.dropped.length === 0) return [];
  const titles = shortTitlesById(plan.drawers);
  const said = counted(
    plan.dropped.length,
    '1 drawer dropped out since the plan was made and stays:',
    '{0} drawers dropped out since the plan was made and stay:',
    t,
  );
  return [
    element(
      'details',
      { open: plan.dropped.length <= 5 },
      element('summary', {}, said),
      element(
        'ul',
        {},
        plan.dropped.map(({ drawer_id: id, reason }) =>
          element(
            'li',
            {},
            element('span', { class: 'strong' }, titles.get(id) ?? id),
            ` · ${reasonText(reason, t)}`,
          ),
        ),
      ),
    ),
  ];
};

/** The plan's identity, whether the palace has changed since, and what dropped out of it; approves all or none. */
export const planHead = (decide: (approve: boolean) => void, { inspector, t }: Surroundings): PlanHead => {
  const facts = element('p');
  const all = element(
    'div',
    { class: 'buttons' },
    [true, false].map((approve) =>
      element(
        'button',
        { type: 'button', class: 'quiet', on: { click: () => decide(approve) } },
        approve ? t('Approve all') : t('Approve none'),
      ),
    ),
  );
  const stale = element(
    'div',
    { class: 'plan-note' },
    icon('warning'),
    element('span'),
    actionButton({ label: t('Check again'), run: () => inspector.askOfPlan('check') }),
  );
  const warnings = element('div', { class: 'plan-warnings' });
  const dropped = element('section', { class: 'plan-dropped', role: 'status' });
  let drawn = '';
  let named = '';

  return {
    element: element('div', {}, element('div', { class: 'plan-head' }, facts, all), stale, warnings, dropped),
    update: (model) => {
      const { plan, isStale, isOpen } = model;
      const said = t(
        'The palace has changed since this plan was checked (revision {0}). Applying checks it again first.',
        formatCount(plan.revision_now),
      );
      const note = stale.querySelector('span');
      if (note !== null && note.textContent !== said) note.textContent = said;
      stale.hidden = !isStale;
      all.hidden = !isOpen;
      const told = factsOf(model, t);
      if (told !== drawn) {
        drawn = told;
        replaceContent(
          facts,
          element('strong', {}, plan.kind === 'compaction' ? t('Compaction') : t('Consolidation')),
          element('span', { class: 'dim' }, told),
        );
      }
      // Announced once, not after every decision.
      const names = JSON.stringify([plan.dropped, plan.warnings]);
      if (names === named) return;
      named = names;
      replaceContent(
        warnings,
        plan.warnings.map((warning) =>
          element('p', { class: 'plan-note' }, icon('warning'), element('span', {}, reasonText(warning, t))),
        ),
      );
      replaceContent(dropped, droppedOf(model, t));
      dropped.hidden = plan.dropped.length === 0;
    },
  };
};
