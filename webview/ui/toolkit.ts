import { provideVSCodeDesignSystem, vsCodeButton, vsCodeTextField } from '@vscode/webview-ui-toolkit';
import { icon } from './icon.ts';

/**
 * The only use of the component kit: buttons and the search field. Selects, check boxes and progress bars are native
 * elements, which assistive technology reads better.
 */
export const registerToolkit = (): void => {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeTextField());
};

export interface ActionButton {
  readonly label: string;
  /** At most one per group. */
  readonly primary?: boolean;
  readonly run: () => void;
}

export const actionButton = ({ label, primary = false, run }: ActionButton): HTMLElement => {
  const button = document.createElement('vscode-button');
  button.setAttribute('appearance', primary ? 'primary' : 'secondary');
  button.append(label);
  button.addEventListener('click', run);
  return button;
};

/** A text field with its value, focus and keys. */
export interface TextField {
  readonly element: HTMLElement;
  value: string;
  /** Gives it the keyboard, with its text selected. */
  readonly focus: () => void;
}

/** A placeholder that is not whole gives way to the label: while its field has the keyboard, Chromium cuts it without “…”. */
const fitPlaceholder = (field: HTMLElement, placeholder: string, label: string): void => {
  const input = field.shadowRoot?.querySelector('input');
  const context = document.createElement('canvas').getContext('2d');
  if (input == null || context === null) return;
  const { font, paddingLeft, paddingRight } = getComputedStyle(input);
  context.font = font;
  const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  field.setAttribute('placeholder', context.measureText(placeholder).width <= room ? placeholder : label);
};

export const searchField = (options: {
  readonly label: string;
  readonly placeholder: string;
  readonly mostCharacters: number;
  readonly onInput: (value: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}): TextField => {
  const field = document.createElement('vscode-text-field');
  field.setAttribute('placeholder', options.placeholder);
  new ResizeObserver(() => fitPlaceholder(field, options.placeholder, options.label)).observe(field);
  field.setAttribute('maxlength', String(options.mostCharacters));
  const glass = icon('search');
  glass.setAttribute('slot', 'start');
  field.append(glass);
  // The kit names every field “Text field” when it is connected; the name is set again after that.
  queueMicrotask(() => field.setAttribute('aria-label', options.label));
  const read = (): string => ('value' in field && typeof field.value === 'string' ? field.value : '');
  field.addEventListener('input', () => options.onInput(read()));
  field.addEventListener('keydown', options.onKey);
  return {
    element: field,
    focus: () => {
      field.focus();
      field.shadowRoot?.querySelector('input')?.select();
    },
    get value() {
      return read();
    },
    set value(text: string) {
      if (read() !== text) Reflect.set(field, 'value', text);
    },
  };
};
