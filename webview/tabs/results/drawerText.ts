import { documentKindOf } from '../../../extension/palace/model/source/documentKinds.ts';
import { bestLineAt } from '../../../extension/base/text/bestLine.ts';
import { maskedText } from '../../../extension/palace/model/text/maskedText.ts';
import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import { readsAsCode } from '../../text/provenance.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { markedText } from './markedText.ts';

export interface DrawerText {
  readonly element: HTMLElement;
  /** Shows the secrets in the text or masks them again; null if there is nothing to mask. */
  readonly reveal: HTMLElement | null;
  /** Scrolls to the line that holds the most of the query's words. Call it once the element is in the page. */
  readonly toMatch: () => void;
}

/** How much of the text before the match stays in view, in pixels: about two lines. */
const before = 42;

/** A drawer's text with its line numbers, its secrets masked until somebody asks for them; opened again, they are masked again. */
export const drawerText = (
  hit: SearchHit,
  terms: readonly string[],
  { t, announcer }: Surroundings,
): DrawerText => {
  const hidden = maskedText(hit);
  const body = element('div', {
    class: readsAsCode(hit) ? 'text mono' : 'text',
    tabindex: '0',
    role: 'group',
    'aria-label': t('Text of the drawer'),
  });
  const last = (firstLine(hit) ?? 0) + hidden.split('\n').length - 1;
  body.style.setProperty('--digits', String(Math.max(leastDigits, String(last).length)));
  const show = (text: string): void => replaceContent(body, ...textLines(hit, text, terms));
  const toMatch = (): void => {
    const match = body.querySelector<HTMLElement>('.at');
    if (match !== null) body.scrollTop = match.offsetTop - body.offsetTop - before;
  };
  show(hidden);
  if (hidden === hit.text) return { element: body, reveal: null, toMatch };
  let isRevealed = false;
  const button = element('button', {
    type: 'button',
    class: 'quiet',
    on: {
      click: () => {
        isRevealed = !isRevealed;
        show(isRevealed ? hit.text : hidden);
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
  return { element: body, reveal: button, toMatch };
};

/** The number of a file's first line in the drawer; null where lines have none, as in a PDF or a note. */
const firstLine = (hit: SearchHit): number | null =>
  hit.type === 'file' && documentKindOf(hit.source_file ?? '') === null ? (hit.lines?.start ?? null) : null;

/** Room for a line's number, in digits. */
const leastDigits = 4;

/** One element per line, which joined are the text, character by character; the style sheet draws the numbers. */
const textLines = (hit: SearchHit, text: string, terms: readonly string[]): readonly HTMLElement[] => {
  const lines = text.split(/(?<=\n)/u);
  const at = bestLineAt(lines, terms);
  const first = firstLine(hit);
  const holds = terms.length > 0 && lines.length > 1;
  return lines.map((line, index) =>
    element(
      'span',
      {
        class: holds && index === at ? 'text-line at' : 'text-line',
        ...(first === null ? {} : { 'data-number': String(first + index) }),
      },
      ...markedText(line, terms),
    ),
  );
};
