import { element } from './element.ts';

/** Speaks through a polite live region; the same text twice is spoken twice. */
export interface Announcer {
  readonly element: HTMLElement;
  readonly say: (text: string) => void;
}

export const createAnnouncer = (): Announcer => {
  const region = element('div', { class: 'sr-only', role: 'status', 'aria-live': 'polite' });
  return {
    element: region,
    say: (text) => { region.textContent = region.textContent === text ? `${text}\u00a0` : text; },
  };
};
