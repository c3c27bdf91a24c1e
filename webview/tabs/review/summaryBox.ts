import { longestSummary, type SummaryWriter } from '../../../extension/palace/contract/planSchemas.ts';
import type { GroupModel, GroupProblem } from '../../review/reviewModel.ts';
import { withSentenceOf } from '../../review/textMarks.ts';
import { formatCount } from '../../score/numberFormat.ts';
import type { Translate } from '../../text/translate.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import { leftOutList } from './leftOutList.ts';

const writers: Readonly<Record<SummaryWriter, string>> = {
  extractive: 'extractive',
  language_model: 'language model',
  caller: 'agent',
};

export const problemText = (problem: GroupProblem, t: Translate): string => {
  switch (problem.kind) {
    case 'few':
      return t('A summary stands for two drawers or more: this one stays as it is.');
    case 'empty':
      return t('Write a summary, or reject the group.');
    case 'long':
      return t('Shorten the summary: {0} characters are allowed.', formatCount(longestSummary));
    case 'skipped':
      return t('This group stays: {0}.', problem.reason);
  }
};

export interface SummaryBox {
  readonly element: HTMLElement;
  readonly update: (group: GroupModel) => void;
}

/** The summary that would stand for a group: who wrote it, the text to edit, and what it leaves out. `write(null)` takes the own text back. */
export const summaryBox = (
  title: string,
  isOpen: boolean,
  write: (text: string | null) => void,
  surroundings: Surroundings,
): SummaryBox => {
  const { t } = surroundings;
  const badge = element('span', { class: 'badge' });
  const hint = element('span', {}, isOpen ? t('editable') : '');
  const back = element(
    'button',
    {
      type: 'button',
      class: 'quiet',
      hidden: true,
      on: {
        click: () => {
          write(null);
          area.focus();
        },
      },
    },
    t('Back to the proposal'),
  );
  const area = element('textarea', {
    rows: 4,
    'aria-label': t('Summary of “{0}”', title),
    spellcheck: 'true',
    readonly: !isOpen,
    on: { input: () => write(area.value) },
  });
  const problem = element('p', { class: 'problem warn', role: 'status' });
  let group: GroupModel | undefined;
  const left = leftOutList(
    isOpen
      ? ({ drawer_id: id, fact }) => {
          const text = group?.drawers.find((drawer) => drawer.id === id)?.drawer?.text ?? fact;
          if (group !== undefined) write(withSentenceOf(group.summary, text, fact));
        }
      : null,
    () => area.focus(),
    surroundings,
  );
  return {
    element: element(
      'div',
      { class: 'summary-side' },
      element('p', { class: 'dim summary-head' }, t('Summary'), badge, hint, back),
      area,
      problem,
      left.element,
    ),
    update: (next) => {
      group = next;
      // Once it is filed, nobody knows which caller wrote it.
      badge.textContent = next.isEdited
        ? t('you')
        : !isOpen && next.writer === 'caller'
          ? t('own text')
          : t(writers[next.writer]);
      back.hidden = !next.isEdited;
      if (area.value !== next.summary) area.value = next.summary;
      const said = next.problem === null ? '' : problemText(next.problem, t);
      if (problem.textContent !== said) problem.textContent = said;
      problem.hidden = said === '';
      left.update(next);
    },
  };
};
