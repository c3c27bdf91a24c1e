import { barContent, type BarAct, type BarContent } from '../../review/barContent.ts';
import type { ReviewModel } from '../../review/reviewModel.ts';
import type { InspectorState } from '../../state/inspectorState.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import { actionButton } from '../../ui/toolkit.ts';
import type { Surroundings } from '../../ui/view.ts';
import { refocus } from '../../ui/refocus.ts';

interface ApplyBar {
  readonly element: HTMLElement;
  readonly update: (model: ReviewModel, state: InspectorState) => void;
  readonly dispose: () => void;
}

const setText = (node: HTMLElement, said: string): void => {
  if (node.textContent !== said) node.textContent = said;
};

const showDetails = (details: HTMLElement, lines: readonly string[]): void => {
  details.hidden = lines.length === 0;
  const list = lines.join('\n');
  if (details.dataset['list'] === list) return;
  details.dataset['list'] = list;
  replaceContent(
    details,
    lines.map((line) => element('li', {}, icon('info'), ` ${line}`)),
  );
};

/** The bar's buttons. When they change, the keyboard continues at the first of the new ones. */
const buttonRow = (bar: HTMLElement, buttons: HTMLElement, acts: Readonly<Record<BarAct, () => void>>) => {
  let drawn = '';
  let ownsFocus = false;
  return (content: BarContent): void => {
    const key = JSON.stringify([content.phase, content.buttons]);
    if (key === drawn) return;
    drawn = key;
    ownsFocus = ownsFocus
      ? document.activeElement === document.body || bar.contains(document.activeElement)
      : bar.contains(document.activeElement);
    replaceContent(
      buttons,
      content.buttons.map(({ act, label, isPrimary, isDisabled }) => {
        const button = actionButton({ label, primary: isPrimary, run: acts[act] });
        button.toggleAttribute('disabled', isDisabled === true);
        return button;
      }),
    );
    const [first] = content.buttons;
    if (!ownsFocus || first === undefined) return;
    ownsFocus = false;
    refocus(() => buttons.querySelector<HTMLElement>('vscode-button')?.focus());
  };
};

const actsOf = ({ inspector }: Surroundings): Readonly<Record<BarAct, () => void>> => ({
  ask: () => inspector.askOfPlan('ask'),
  apply: () => inspector.askOfPlan('apply'),
  close: () => inspector.closeReviewQuestion(),
  check: () => inspector.askOfPlan('check'),
  restore: () => inspector.askOfPlan('restore'),
  another: () => inspector.editor.runCommand('reviewCompaction'),
});

/** The page scrolls what the keyboard reaches to above the bar, until the returned function is called. */
const keepRoomFor = (bar: HTMLElement): (() => void) => {
  const { style } = document.documentElement;
  const height = new ResizeObserver(() => style.setProperty('--bar', `${bar.offsetHeight}px`));
  height.observe(bar);
  return () => {
    height.disconnect();
    style.removeProperty('--bar');
  };
};

/** Always in view: the totals, the question before anything is written, progress, and the result with Undo. */
export const applyBar = (surroundings: Surroundings): ApplyBar => {
  const { inspector, t } = surroundings;
  const progress = element('div', {
    class: 'indeterminate',
    role: 'progressbar',
    'aria-label': t('Working'),
    hidden: true,
  });
  const strong = element('strong');
  const text = element('span');
  const warning = element('span', { class: 'warn' });
  const code = element('code');
  const words = element('p', { class: 'bar-words' }, strong, text, warning, ' ', code);
  const details = element('ul', { class: 'bar-details' });
  const buttons = element('div', { class: 'buttons' });
  const bar = element(
    'footer',
    { class: 'apply-bar', 'aria-label': t('Apply the plan'), 'data-returns-focus': '' },
    progress,
    element('div', { class: 'bar-text' }, words, details),
    buttons,
  );
  const dispose = keepRoomFor(bar);
  bar.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || phase !== 'question') return;
    event.stopPropagation();
    inspector.closeReviewQuestion();
  });

  let phase: BarContent['phase'] | undefined;
  const drawButtons = buttonRow(bar, buttons, actsOf(surroundings));
  return {
    element: bar,
    update: (model, state) => {
      const content = barContent(model, state.review, t);
      const shown = {
        ...content,
        buttons: content.buttons.filter(
          ({ act }) => act !== 'another' || state.commands.includes('reviewCompaction'),
        ),
      };
      phase = shown.phase;
      bar.dataset['phase'] = shown.phase;
      words.setAttribute('role', shown.phase === 'question' || shown.phase === 'failed' ? 'alert' : 'status');
      progress.hidden = shown.phase !== 'busy';
      setText(strong, shown.strong);
      setText(text, shown.text);
      setText(
        warning,
        shown.warning === '' ? '' : shown.phase === 'review' ? ` · ${shown.warning}` : shown.warning,
      );
      setText(code, shown.code);
      showDetails(details, shown.details);
      drawButtons(shown);
    },
    dispose,
  };
};
