import { explainedTerm, type Term } from '../text/terms.ts';
import type { Translate } from '../text/translate.ts';
import { element } from './element.ts';

/** A “?” that folds out the meaning of terms; the list is made on first use. */
export const termHelp = (
  terms: readonly Term[],
  t: Translate,
): { readonly button: HTMLElement; readonly list: HTMLElement } => {
  const list = element('dl', { class: 'terms', hidden: true });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'quiet help',
      'aria-expanded': 'false',
      'aria-label': t('What the words mean'),
      title: t('What the words mean'),
      on: {
        click: () => {
          if (list.childElementCount === 0)
            for (const { name, meaning } of terms.map((term) => explainedTerm(term, t)))
              list.append(element('dt', {}, name), element('dd', {}, meaning));
          list.hidden = !list.hidden;
          button.setAttribute('aria-expanded', String(!list.hidden));
        },
      },
    },
    '?',
  );
  return { button, list };
};
