import * as z from 'zod';
import { isRecord } from './isRecord.ts';

/**
 * Schema of an object whose keys are names that people give, such as wings and rooms. Unlike `z.record`, which leaves
 * out `__proto__`, it keeps every name; the values are the object's own.
 */
export const recordByName = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<Readonly<Record<string, z.input<Value>>>>(isRecord, 'must be an object')
    .transform((given, context): Record<string, z.output<Value>> => {
      const entries: [string, z.output<Value>][] = [];
      for (const [name, item] of Object.entries(given)) {
        const parsed = value.safeParse(item);
        if (parsed.success) entries.push([name, parsed.data]);
        else
          for (const { code, path, message } of parsed.error.issues)
            context.addIssue({
              code: 'custom',
              path: [name, ...path],
              message: code === 'custom' ? message : 'does not have the expected form',
            });
      }
      return Object.fromEntries(entries);
    });
