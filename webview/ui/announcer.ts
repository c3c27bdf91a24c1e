import { element } from './element.ts';

/** How long an announcement is shown, in milliseconds. */
const shownFor = 2500;

/** Speaks through a polite live region. */
export interface Announcer {
  readonly element: HTMLElement;
  /** Only for screen readers; the same text twice is spoken twice. */
  readonly say: (text: string) => void;
  /** Spoken, and shown for a moment. */
  readonly tell: (text: string) => void;
}

export const createAnnouncer = (): Announcer => {
  const region = element('div', { class: 'sr-only', role: 'status', 'aria-live': 'polite' });
  const toast = element('div', { class: 'toast', 'aria-hidden': 'true', hidden: true });
  let hiding: number | undefined;
  const say = (text: string): void => {
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  };
  return {
    element: element('div', {}, region, toast),
    say,
    tell: (text) => {
      say(text);
      toast.textContent = text;
      toast.hidden = false;
      window.clearTimeout(hiding);
      hiding = window.setTimeout(() => {
        toast.hidden = true;
      }, shownFor);
    },
  };
};
