import { element } from './element.ts';
import { icon, type IconName } from './icon.ts';

/** A button that stays pressed, or that opens something (`controls`); its word is hidden first if room is short. */
interface ToggleButton {
  readonly element: HTMLButtonElement;
  readonly update: (on: boolean, count?: number) => void;
}

export const toggleButton = (options: {
  readonly icon: IconName;
  readonly word: string;
  readonly label: string;
  readonly controls?: string;
  readonly toggle: () => void;
}): ToggleButton => {
  const count = element('span', { class: 'count', hidden: true });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'toggle',
      title: options.label,
      'aria-label': options.label,
      'aria-controls': options.controls,
      on: { click: options.toggle },
    },
    icon(options.icon),
    element('span', { class: 'wide' }, options.word),
    ' ',
    count,
  );
  const state = options.controls === undefined ? 'aria-pressed' : 'aria-expanded';
  return {
    element: button,
    update: (on, active = 0) => {
      button.setAttribute(state, String(on));
      count.hidden = active === 0;
      count.textContent = String(active);
      button.setAttribute('aria-label', active === 0 ? options.label : `${options.label} ${active}`);
    },
  };
};
