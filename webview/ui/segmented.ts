import { element } from './element.ts';

/** A few exclusive choices in one row of buttons. */
export interface Segmented<Value extends string> {
  readonly element: HTMLElement;
  readonly update: (chosen: Value) => void;
}

export const segmented = <Value extends string>(
  label: string,
  options: readonly { readonly value: Value; readonly label: string }[],
  choose: (value: Value) => void,
): Segmented<Value> => {
  const buttons = options.map((option) => ({
    option,
    button: element('button', { type: 'button', on: { click: () => choose(option.value) } }, option.label),
  }));
  return {
    element: element(
      'div',
      { class: 'segmented', role: 'group', 'aria-label': label },
      buttons.map(({ button }) => button),
    ),
    update: (chosen) => {
      for (const { option, button } of buttons)
        button.setAttribute('aria-pressed', String(option.value === chosen));
    },
  };
};
