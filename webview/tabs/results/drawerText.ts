import { maskedText } from '../../../extension/palace/model/maskedText.ts';
import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import { readsAsCode } from '../../text/provenance.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { markedText } from './markedText.ts';

export interface DrawerText {
  readonly element: HTMLElement;
  /** Shows the secrets in the text or masks them again; null where there is nothing to mask. */
  readonly reveal: HTMLElement | null;
}

/** A drawer's text, its secrets masked until somebody asks for them; each time the drawer is opened they are masked again. */
export const drawerText = (
  hit: SearchHit,
  terms: readonly string[],
  { t, announcer }: Surroundings,
): DrawerText => {
  const hidden = maskedText(hit);
  const body = element(
    'div',
    {
      class: readsAsCode(hit) ? 'text mono' : 'text',
      tabindex: '0',
      role: 'group',
      'aria-label': t('Text of the drawer'),
    },
    markedText(hidden, terms),
  );
  if (hidden === hit.text) return { element: body, reveal: null };
  let isRevealed = false;
  const button = element('button', {
    type: 'button',
    class: 'quiet',
    on: {
      click: () => {
        isRevealed = !isRevealed;
        replaceContent(body, ...markedText(isRevealed ? hit.text : hidden, terms));
        label();
        announcer.say(isRevealed ? t('The text is shown as it was filed.') : t('Secrets are masked.'));
      },
    },
  });
  const label = (): void =>
    replaceContent(
      button,
      icon(isRevealed ? 'eyeClosed' : 'eye'),
      isRevealed ? t('Mask secrets') : t('Reveal secrets'),
    );
  label();
  return { element: body, reveal: button };
};
