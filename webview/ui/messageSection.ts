import { element } from './element.ts';
import { actionButton, type ActionButton } from './toolkit.ts';

/** Stands where there is nothing else to show: the situation, then what to do. */
export interface Message {
  readonly title: string;
  readonly paragraphs: readonly (string | HTMLElement)[];
  readonly buttons: readonly ActionButton[];
}

export const messageSection = ({ title, paragraphs, buttons }: Message): HTMLElement =>
  element(
    'section',
    { class: 'message' },
    element('h2', {}, title),
    paragraphs.map((text) => element('p', {}, text)),
    buttons.length === 0 ? null : element('div', { class: 'buttons' }, buttons.map(actionButton)),
  );
