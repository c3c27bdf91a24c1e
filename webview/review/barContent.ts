import type { PlanView } from '../../extension/palace/contract/memory/planSchemas.ts';
import { formatCount } from '../score/numberFormat.ts';
import type { Review } from './review.ts';
import type { Translate } from '../text/translate.ts';
import type { ReviewModel } from './reviewModel.ts';
import { counted, drawersText, summariesText } from '../score/counted.ts';
import { reasonText } from '../score/reasonText.ts';

/** The action of a button in the bar. */
export type BarAct = 'ask' | 'apply' | 'close' | 'check' | 'restore' | 'another';

interface BarButton {
  readonly act: BarAct;
  readonly label: string;
  readonly isPrimary: boolean;
  readonly isDisabled?: boolean;
}

/** The bar's text under the cards: one state at a time. */
export interface BarContent {
  readonly phase: 'review' | 'question' | 'busy' | 'failed' | 'done';
  /** The first part stands out. */
  readonly strong: string;
  readonly text: string;
  /** A part that deserves a second look. */
  readonly warning: string;
  /** What happened to single drawers and groups. */
  readonly details: readonly string[];
  readonly code: string;
  readonly buttons: readonly BarButton[];
}

const content = (parts: Partial<BarContent> & Pick<BarContent, 'phase'>): BarContent => ({
  strong: '',
  text: '',
  warning: '',
  details: [],
  code: '',
  buttons: [],
  ...parts,
});
const another = (t: Translate): BarButton => ({
  act: 'another',
  label: t('Make another plan…'),
  isPrimary: false,
});

export const barContent = (model: ReviewModel, review: Review, t: Translate): BarContent => {
  const { pending, failure, isAsking, applied } = review;
  const { plan, totals } = model;
  if (pending !== null && pending.question !== 'check') return busy(pending.question, totals.drawers, t);
  if (failure !== null)
    return content({
      phase: 'failed',
      strong: failure.message,
      text: ` ${failure.remedy} `,
      code: failure.code,
      buttons: [{ act: 'check', label: t('Check again'), isPrimary: true }],
    });
  if (plan.state === 'applied') return done(review, model, t);
  if (plan.state === 'restored') return undone(review, t);
  if (plan.state === 'transient')
    return content({
      phase: 'done',
      text: t('This plan was not kept, and can’t be applied.'),
      buttons: [another(t)],
    });
  if (applied !== null)
    return content({
      phase: 'done',
      strong: t('Nothing was archived.'),
      text: ` ${staysText(applied.rejected.length, t)}`,
      details: detailsOf(review, plan, t),
      buttons: [another(t)],
    });
  if (review.isRewritten)
    return content({
      phase: 'failed',
      strong: t('An agent rewrote summaries of this plan while you looked at it.'),
      text: ` ${t('Read them again before you apply it.')} `,
      buttons: [{ act: 'ask', label: t('Apply approved…'), isPrimary: true }],
    });
  return isAsking ? question(model, t) : overview(model, t);
};

const busy = (asked: string, drawers: number, t: Translate): BarContent =>
  content({
    phase: 'busy',
    text:
      asked === 'apply'
        ? drawers === 0
          ? t('Remembering what stays…')
          : t('Making a backup, then archiving {0}…', drawersText(drawers, t))
        : asked === 'restore'
          ? t('Restoring everything…')
          : t('Checking the plan against the palace as it is now…'),
  });

const staysText = (rejected: number, t: Translate): string =>
  counted(
    rejected,
    '1 drawer stays and is not proposed again for 30 days.',
    '{0} drawers stay and are not proposed again for 30 days.',
    t,
  );

/** A short summary can be longer than the drawers that it replaces. */
const savedText = (saved: number, t: Translate): string =>
  saved < 0
    ? counted(-saved, '1 character more', '{0} characters more', t)
    : counted(saved, '1 character saved', '{0} characters saved', t);

const overview = ({ totals, groups }: ReviewModel, t: Translate): BarContent => {
  const barred = groups.filter(({ problem }) => problem !== null).length;
  const waiting = groups.filter(({ isWaiting }) => isWaiting).length;
  const { drawers, summaries, saved, left, rejected } = totals;
  const nothing = drawers === 0;
  return content({
    phase: 'review',
    strong: drawersText(drawers, t),
    text: [t(' archived'), summariesText(summaries, t), savedText(saved, t)].join(' · '),
    warning: [
      ...(left > 0 ? [counted(left, '1 fact left out', '{0} facts left out', t)] : []),
      ...(waiting > 0
        ? [
            counted(
              waiting,
              '1 group contradicts itself and is not approved',
              '{0} groups contradict themselves and are not approved',
              t,
            ),
          ]
        : []),
      ...(barred > 0 ? [counted(barred, '1 group can’t be applied', '{0} groups can’t be applied', t)] : []),
    ].join(' · '),
    buttons: [
      nothing && rejected > 0
        ? { act: 'ask', label: t('Keep {0}…', drawersText(rejected, t)), isPrimary: true }
        : { act: 'ask', label: t('Apply approved…'), isPrimary: true, isDisabled: nothing },
    ],
  });
};

const question = ({ totals: { drawers, summaries, left, rejected } }: ReviewModel, t: Translate): BarContent => {
  const cancel: BarButton = { act: 'close', label: t('Cancel'), isPrimary: false };
  const stay = rejected === 0 ? '' : staysText(rejected, t);
  if (drawers === 0)
    return content({
      phase: 'question',
      strong: t('Archive nothing?'),
      text: ` ${stay}`,
      buttons:
        rejected === 0
          ? [cancel]
          : [{ act: 'apply', label: t('Keep {0}', drawersText(rejected, t)), isPrimary: true }, cancel],
    });
  return content({
    phase: 'question',
    strong: t('Archive {0} and write {1}?', drawersText(drawers, t), summariesText(summaries, t)),
    text: ` ${[t('A backup is made first; Undo brings everything back.'), stay].filter((part) => part !== '').join(' ')} `,
    warning:
      left === 0
        ? ''
        : counted(left, '1 fact stays in the archive alone.', '{0} facts stay in the archive alone.', t),
    buttons: [{ act: 'apply', label: t('Archive {0}', formatCount(drawers)), isPrimary: true }, cancel],
  });
};

/** Drawers by their titles, if those are known. */
const namer = (plan: PlanView | null): ((id: string) => string) => {
  const titles = new Map(plan?.drawers.map(({ drawer_id: id, title }) => [id, title]));
  return (id) => titles.get(id) ?? id;
};

const detailsOf = ({ applied }: Review, plan: PlanView, t: Translate): readonly string[] => {
  const name = namer(plan);
  const groups = new Map(plan.groups.map(({ group_id: id, title }) => [id, title]));
  return applied === null
    ? []
    : [
        ...applied.dropped.map(({ drawer_id: id, reason }) =>
          t('“{0}” stays: {1}.', name(id), reasonText(reason, t)),
        ),
        ...applied.skipped_groups.map(({ group_id: id, reason }) =>
          t('The group “{0}” stays: {1}.', groups.get(id) ?? id, reasonText(reason, t)),
        ),
        ...applied.summaries
          .filter(({ sensitive }) => sensitive)
          .map(({ group_id: id }) =>
            t('The summary of “{0}” holds a secret and is filed as sensitive.', groups.get(id) ?? id),
          ),
      ];
};

const done = (review: Review, { plan, totals, groups }: ReviewModel, t: Translate): BarContent => {
  const { applied } = review;
  const undo: BarButton = { act: 'restore', label: t('Undo'), isPrimary: false };
  const archived = groups.reduce((sum, { approved }) => sum + approved, 0);
  const summaries = plan.applied?.groups.length ?? totals.summaries;
  const written = counted(summaries, '1 summary written', '{0} summaries written', t);
  if (applied === null)
    return content({
      phase: 'done',
      strong: t('Applied.'),
      text: ` ${t('{0} in the archive', drawersText(archived, t))}, ${written}.`,
      buttons: [undo, another(t)],
    });
  const stay = applied.rejected.length === 0 ? '' : ` ${staysText(applied.rejected.length, t)}`;
  return content({
    phase: 'done',
    strong: t('Done.'),
    text: ` ${t('{0} archived', drawersText(applied.archived.length, t))}, ${written}, ${savedText(applied.characters_saved, t)}; ${t('palace revision {0}', formatCount(applied.palace_revision))}.${stay}`,
    details: detailsOf(review, plan, t),
    buttons: [undo, another(t)],
  });
};

const undone = ({ restored, plan }: Review, t: Translate): BarContent => {
  if (restored === null)
    return content({ phase: 'done', text: t('This plan was applied and undone.'), buttons: [another(t)] });
  const name = namer(plan);
  const removed = restored.removed_summaries.length;
  return content({
    phase: 'done',
    strong: t('Undone.'),
    text: ` ${counted(restored.restored.length, '1 drawer is back as it was', '{0} drawers are back as they were', t)}, ${counted(removed, '1 summary is gone', '{0} summaries are gone', t)}; ${t('palace revision {0}', formatCount(restored.palace_revision))}.`,
    details: [
      ...restored.archived_summaries.map(({ drawer_id: id, reason }) =>
        t('The summary {0} is in the archive: {1}.', id, reason),
      ),
      ...restored.left.map(({ drawer_id: id, reason }) => t('“{0}” is left as it is: {1}.', name(id), reason)),
    ],
    buttons: [another(t)],
  });
};
