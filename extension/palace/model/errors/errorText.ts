/** A translatable error text: English with the placeholders `{0}`, `{1}`…, and their values. */
export interface ErrorText {
  readonly template: string;
  readonly values: readonly string[];
}

/** Template tag for a translatable text: it keeps the fixed parts and the values of the literal separate. */
export const errorText = (parts: TemplateStringsArray, ...values: readonly unknown[]): ErrorText => ({
  template: parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`),
  values: values.map(String),
});

/** The text in English. */
export const englishText = ({ template, values }: ErrorText): string =>
  template.replace(/\{(\d+)\}/g, (place, index: string) => values[Number(index)] ?? place);
