/** A translatable error text: English with the placeholders `{0}`, `{1}`…, and their values. */
export interface ErrorText {
  readonly template: string;
  readonly values: readonly string[];
  /** The places of values that are sentences of `reasonTexts.ts`: they are translated, too. */
  readonly reasons?: readonly number[] | undefined;
}

/** A value of an error text that is a sentence of `reasonTexts.ts`. */
interface ReasonValue {
  readonly reason: string;
}

/** Marks a value as a sentence that is translated by itself. It stays as it is where the list does not have it. */
export const asReason = (reason: string): ReasonValue => ({ reason });

const isReason = (value: unknown): value is ReasonValue =>
  typeof value === 'object' && value !== null && 'reason' in value;

/** Template tag for a translatable text: it keeps the fixed parts and the values of the literal separate. */
export const errorText = (parts: TemplateStringsArray, ...values: readonly unknown[]): ErrorText => {
  const reasons = [...values.keys()].filter((place) => isReason(values[place]));
  return {
    template: parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`),
    values: values.map((value) => (isReason(value) ? value.reason : String(value))),
    ...(reasons.length === 0 ? {} : { reasons }),
  };
};

/** The text in English. */
export const englishText = ({ template, values }: ErrorText): string =>
  template.replace(/\{(\d+)\}/g, (place, index: string) => values[Number(index)] ?? place);
