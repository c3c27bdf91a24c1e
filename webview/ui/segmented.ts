import { element } from './element.ts';

/** A few exclusive choices in one row of buttons. */
export const segmented = <Value extends string>(
  label: string, options: readonly { readonly value: Value; readonly label: string }[], chosen: Value, choose: (value: Value) => void,
): HTMLElement => element('div', { class: 'segmented', role: 'group', 'aria-label': label }, options.map((option) =>
  element('button', { type: 'button', 'aria-pressed': String(option.value === chosen), on: { click: () => choose(option.value) } }, option.label)));
