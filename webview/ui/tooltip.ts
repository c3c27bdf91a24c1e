import { element, replaceContent } from './element.ts';

const margin = 8;
const gap = 10;

/** One tooltip for the page. It only repeats what labels and tables say, and is hidden from assistive technology. */
export interface Tooltip {
  readonly element: HTMLElement;
  readonly show: (target: Element, ...lines: readonly (string | Node)[]) => void;
  readonly hide: () => void;
  readonly shown: () => boolean;
}

export const createTooltip = (): Tooltip => {
  const tip = element('div', { class: 'tooltip', 'aria-hidden': 'true', hidden: true });
  return {
    element: tip,
    show: (target, ...lines) => {
      replaceContent(
        tip,
        lines.map((line) => element('div', {}, line)),
      );
      tip.hidden = false;
      const at = target.getBoundingClientRect();
      const chart = (target.closest('svg') ?? target).getBoundingClientRect();
      const left = Math.max(margin, Math.min(at.left, window.innerWidth - tip.offsetWidth - margin));
      const fitsBelow = chart.bottom + gap + tip.offsetHeight < window.innerHeight; // never over the chart it explains
      tip.style.left = `${left}px`;
      tip.style.top = `${fitsBelow ? chart.bottom + gap : chart.top - tip.offsetHeight - gap}px`;
    },
    hide: () => {
      tip.hidden = true;
    },
    shown: () => !tip.hidden,
  };
};
