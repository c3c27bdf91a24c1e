import * as z from 'zod';
import type { ErrorText } from '../model/errors/errorText.ts';

/** A text of an error, to be translated where it is shown. */
export const errorTextSchema = z.object({ template: z.string(), values: z.array(z.string()) });

/** The text in its wire form. */
export const wireText = ({ template, values }: ErrorText): z.infer<typeof errorTextSchema> => ({
  template,
  values: [...values],
});
