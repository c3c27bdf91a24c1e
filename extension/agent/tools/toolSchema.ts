import * as z from 'zod';

/** A tool's arguments or answer as JSON schema (draft 7, which every client reads). */
export interface ToolSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** Bounds that zod gives each whole number: they say nothing, and cost tokens in every listing. */
const unbounded = new Set<unknown>([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

export const toolSchema = (schema: z.ZodObject, side: 'input' | 'output'): ToolSchema => {
  const json = z.toJSONSchema(schema, {
    io: side,
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (unbounded.has(jsonSchema.maximum)) delete jsonSchema.maximum;
      if (unbounded.has(jsonSchema.minimum)) delete jsonSchema.minimum;
    },
  });
  // Draft 7 is what every client takes it for.
  delete json.$schema;
  return { ...json, type: 'object' };
};
