import * as z from 'zod';

/** JSON schema of a tool's arguments or answer (draft 7, which every client reads). */
export interface ToolSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** Bounds that zod adds to every integer: they carry no information and cost tokens in every listing. */
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
  // Every client assumes draft 7.
  delete json.$schema;
  return { ...json, type: 'object' };
};
