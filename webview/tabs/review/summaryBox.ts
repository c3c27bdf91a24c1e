import { longestSummary } from '../../../extension/palace/contract/memory/longestSummary.ts';
import type { SummaryWriter } from '../../../extension/palace/contract/memory/planSchemas.ts';
import type { LeftOut } from '../../../extension/palace/memory/summaries/leftOut.ts';
import type { GroupModel, GroupProblem } from '../../review/groupModel.ts';
import { withSentenceOf } from '../../review/textMarks.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { reasonText } from '../../score/reasonText.ts';
import { translatable, type Translate } from '../../text/translate.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import { contradictionList } from './contradictionList.ts';
import { leftOutList } from './leftOutList.ts';

const writers: Readonly<Record<SummaryWriter, string>> = {
  extractive: translatable('extractive'),
  language_model: translatable('language model'),
  caller: translatable('agent'),
};

const problemText = (problem: GroupProblem, t: Translate): string => {
  switch (problem.kind) {
    case 'few':
      return t('A summary needs at least two drawers: this one stays as it is.');
    case 'empty':
      return t('Write a summary, or reject the group.');
    case 'long':
      return t('Shorten the summary: {0} characters are allowed.', formatCount(longestSummary));
    case 'skipped':
      return t('This group stays: {0}.', reasonText(problem.reason, t));
  }
};

const writerOf = ({ isEdited, writer }: GroupModel, isOpen: boolean, t: Translate): string => {
  if (isEdited) return t('you');
  // Once it is filed, nobody knows which caller wrote it.
  return !isOpen && writer === 'caller' ? t('own text') : t(writers[writer]);
};

interface SummaryBox {
  readonly element: HTMLElement;
  readonly update: (group: GroupModel) => void;
}

/**
 * The summary that would replace a group: who wrote it, the text to edit, and what it leaves out. `write(null)`
 * returns to the proposed text.
 */
export const summaryBox = (
  title: string,
  isOpen: boolean,
  write: (text: string | null) => void,
  surroundings: Surroundings,
): SummaryBox => {
  const { t } = surroundings;
  const badge = element('span', { class: 'badge' });
  const hint = element('span', {}, isOpen ? t('editable') : '');
  const goBack = (): void => {
    write(null);
    area.focus();
  };
  const back = element(
    'button',
    { type: 'button', class: 'quiet', hidden: true, on: { click: goBack } },
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
  const addSentence = ({ drawer_id: id, fact }: LeftOut): void => {
    const text = group?.drawers.find((drawer) => drawer.id === id)?.drawer?.text ?? fact;
    if (group !== undefined) write(withSentenceOf(group.summary, text, fact));
  };
  const left = leftOutList(isOpen ? addSentence : null, () => area.focus(), surroundings);
  const contradictions = contradictionList(surroundings);
  return {
    element: element(
      'div',
      { class: 'summary-side' },
      element('p', { class: 'dim summary-head' }, t('Summary'), badge, hint, back),
      area,
      problem,
      contradictions.element,
      left.element,
    ),
    update: (next) => {
      group = next;
      badge.textContent = writerOf(next, isOpen, t);
      back.hidden = !next.isEdited;
      if (area.value !== next.summary) area.value = next.summary;
      const said = next.problem === null ? '' : problemText(next.problem, t);
      if (problem.textContent !== said) problem.textContent = said;
      problem.hidden = said === '';
      contradictions.update(next);
      left.update(next);
    },
  };
};
