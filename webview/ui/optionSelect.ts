import { element } from './element.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A native select: the kit's own has no accessible name. */
interface OptionSelect {
  readonly element: HTMLSelectElement;
  /** A chosen value that is no longer among the options is still shown. */
  readonly update: (options: readonly Option[], chosen: string) => void;
}

export const optionSelect = (label: string, choose: (value: string) => void): OptionSelect => {
  const select = element('select', { 'aria-label': label, on: { change: () => choose(select.value) } });
  let shown = '';
  return {
    element: select,
    update: (given, chosen) => {
      const options = given.some(({ value }) => value === chosen)
        ? given
        : [...given, { value: chosen, label: chosen }];
      const next = JSON.stringify(options);
      if (next !== shown) {
        select.replaceChildren(...options.map(({ value, label: text }) => element('option', { value }, text)));
        shown = next;
      }
      select.value = chosen;
    },
  };
};
