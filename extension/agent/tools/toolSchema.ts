import * as z from 'zod';

/** JSON schema of a tool's arguments or answer (draft 7, which every client reads). */
export interface ToolSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/**
 * Bounds of numbers, texts and lists. They would cost tokens in every listing, and a call out of bounds is refused
 * with an error that names them.
 */
const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

export const toolSchema = (schema: z.ZodObject, side: 'input' | 'output'): ToolSchema => {
  const json = z.toJSONSchema(schema, {
    io: side,
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      for (const bound of bounds) delete jsonSchema[bound];
    },
  });
  // Every client assumes draft 7.
  delete json.$schema;
  return { ...json, type: 'object' };
};
