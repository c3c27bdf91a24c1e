import * as z from 'zod';
import type { ErrorText } from '../model/errors/errorText.ts';

/** A text of an error, to be translated where it is shown. An older side knows no `reasons`, and leaves them in English. */
export const errorTextSchema = z.object({
  template: z.string(),
  values: z.array(z.string()),
  reasons: z.array(z.int()).optional(),
});

/** The text in its wire form. */
export const wireText = ({ template, values, reasons }: ErrorText): z.infer<typeof errorTextSchema> => ({
  template,
  values: [...values],
  ...(reasons === undefined ? {} : { reasons: [...reasons] }),
});
