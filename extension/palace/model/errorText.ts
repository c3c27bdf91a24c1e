/** A text of an error that can be translated: English with `{0}`, `{1}`… and the values that go there. */
export interface ErrorText {
  readonly template: string;
  readonly values: readonly string[];
}

/** A template literal as a text that can be translated: the tag keeps its fixed parts and its values apart. */
export const errorText = (parts: TemplateStringsArray, ...values: readonly unknown[]): ErrorText => ({
  template: parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`),
  values: values.map(String),
});

/** The text in English. */
export const englishText = ({ template, values }: ErrorText): string =>
  template.replace(/\{(\d+)\}/g, (place, index: string) => values[Number(index)] ?? place);
