import * as z from 'zod';
import { errorTextSchema, wireText } from '../../palace/contract/errorTextSchema.ts';
import { errorTable, PalaceError, type ErrorCode } from '../../palace/model/errors/palaceError.ts';

/** An error on the wire, without its message. An older side neither sends nor reads the texts to translate. */
export const errorDataSchema = z.object({
  code: z.string(),
  remedy: z.string(),
  message_text: errorTextSchema.optional(),
  remedy_text: errorTextSchema.optional(),
});
type ErrorData = z.input<typeof errorDataSchema>;

/** An error with its message, for places where nothing else carries the message. */
export const wireErrorSchema = errorDataSchema.extend({ message: z.string() });
type WireError = z.input<typeof wireErrorSchema>;

export const errorData = ({ code, remedy, messageText, remedyText }: PalaceError): ErrorData => ({
  code,
  remedy,
  message_text: wireText(messageText),
  remedy_text: wireText(remedyText),
});

export const wireError = (error: PalaceError): WireError => ({ ...errorData(error), message: error.message });

/** The error that the other side sent. A code that this version does not know becomes E_INTERNAL. */
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
