import * as z from 'zod';
import { errorTable, PalaceError, type ErrorCode } from '../palace/model/palaceError.ts';

const textSchema = z.object({ template: z.string(), values: z.array(z.string()) });

/** What crosses the wire of an error beside its message. An older side leaves out the texts to translate, or ignores them. */
export const errorDataSchema = z.object({
  code: z.string(),
  remedy: z.string(),
  message_text: textSchema.optional(),
  remedy_text: textSchema.optional(),
});
type ErrorData = z.input<typeof errorDataSchema>;

/** An error with its message, where nothing else carries that. */
export const wireErrorSchema = errorDataSchema.extend({ message: z.string() });
type WireError = z.input<typeof wireErrorSchema>;

export const errorData = ({ code, remedy, messageText, remedyText }: PalaceError): ErrorData => ({
  code,
  remedy,
  message_text: { template: messageText.template, values: [...messageText.values] },
  remedy_text: { template: remedyText.template, values: [...remedyText.values] },
});

export const wireError = (error: PalaceError): WireError => ({ ...errorData(error), message: error.message });

/** The error that the other side means; one with a code that this version does not know is E_INTERNAL. */
export const fromWireError = ({
  code,
  message,
  remedy,
  message_text: messageText,
  remedy_text: remedyText,
}: z.output<typeof wireErrorSchema>): PalaceError =>
  new PalaceError(isErrorCode(code) ? code : 'E_INTERNAL', messageText ?? message, {
    remedy: remedyText ?? remedy,
  });

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code);
