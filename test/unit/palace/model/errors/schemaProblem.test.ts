import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { recordByName } from '../../../../../extension/base/recordByName.ts';
import { palaceCall, palaceMethods } from '../../../../../extension/palace/contract/palaceApi.ts';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';
import { parseJsonAs } from '../../../../../extension/palace/model/errors/parseJsonAs.ts';
import { schemaProblem } from '../../../../../extension/palace/model/errors/schemaProblem.ts';
import { profileFlagsSchema } from '../../../../../extension/palace/retrieval/profiles/profileFlags.ts';
import { unknownReasons } from '../../../../fixtures/unknownReasons.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const problemOf = (schema: z.ZodType, given: unknown): string | null => {
  const { error } = schema.safeParse(given);
  return error === undefined ? null : schemaProblem(error, given);
};
const flags = profileFlagsSchema.shape;

describe('what a schema refuses is said in a sentence of our own', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['it must be a text', z.string(), 7],
    ['“a” is missing', z.object({ a: z.string() }), {}],
    ['“a.1.b” is missing', z.object({ a: z.array(z.object({ b: z.number() })) }), { a: [{ b: 1 }, {}] }],
    ['“a” must be true or false', z.object({ a: z.boolean() }), { a: 'yes' }],
    ['“a” must be a list', z.object({ a: z.array(z.string()) }), { a: {} }],
    ['“a” must be an object', z.record(z.string(), z.object({})), { a: [] }],
    ['“default” must be an object', recordByName(recordByName(z.unknown())), { default: 3 }],
    ['“x.a” does not have the expected form', recordByName(z.object({ a: z.string() })), { x: {} }],
    ['it must be at least 1', flags.final_k, 0],
    ['it must be a whole number', flags.final_k, 2.5],
    ['it must be at most 60,000', flags.rerank_budget_ms, 70_000],
    ['it must be a number', flags.half_life_days, 'old'],
    ['it must be one of convex, rrf', flags.fusion, 'sum'],
    ['it must be a number or wing_count', flags.candidate_pool_multiplier, 'all'],
    ['it must be at most 100', flags.candidate_pool_multiplier, 500],
    [
      '“1” must be one of ltp, tagging, association, similarity, decay, recency, mmr',
      flags.axes_enabled,
      ['ltp', 'age'],
    ],
    ['“b” is not a known name', z.strictObject({ a: z.string().optional() }), { b: 1 }],
    ['“ab” is not a possible name', z.record(z.string().max(1), z.string()), { ab: '' }],
    ['“a” must have at least 1 character', z.object({ a: z.string().min(1) }), { a: '' }],
    ['“a” must have at most 2 values', z.object({ a: z.array(z.string()).max(2) }), { a: ['', '', ''] }],
    ['it must be more than 0', z.number().positive(), 0],
    ['it must be a time of the years 0 to 9999, such as 2026-01-31T12:00:00Z', z.iso.datetime(), 'now'],
    ['it does not have the expected form', z.custom(() => false), 1],
    ['“a” is not a time', z.object({ a: z.string().refine(() => false, 'is not a time') }), { a: '' }],
    ['“a” must be a number', z.union([z.string(), z.object({ a: z.number() })]), { a: '' }],
    [
      '“kind” does not have the expected form',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      { kind: 'c' },
    ],
  ])('%s', (said, schema, given) => {
    expect(problemOf(schema, given)).toBe(said);
    expect(unknownReasons([said])).toEqual([]);
  });

  it('as is JSON that is none', () => {
    const wrong = (problem: string) => new PalaceError('E_SETTINGS', problem);
    expect(() => parseJsonAs('{', z.string(), wrong)).toThrow(/^it is not JSON \(.+\)$/);
    expect(() => parseJsonAs('{}', z.string(), wrong)).toThrow('it must be a text');
    expect(parseJsonAs('"a"', z.string(), wrong)).toBe('a');
  });

  it('which the tables have, whatever a call of the palace is given', async () => {
    const calls = await Promise.all(palaceMethods.map(palaceCall));
    const keys = calls.flatMap(({ params }) => ('shape' in params ? Object.keys(params.shape as object) : []));
    fc.assert(
      fc.property(
        fc.constantFrom(...calls),
        fc.dictionary(fc.constantFrom(...keys, 'other'), fc.anything({ maxDepth: 3 })),
        ({ params }, given) => {
          const said = problemOf(params, given);
          expect(unknownReasons(said === null ? [] : [said])).toEqual([]);
          expect(said ?? '').not.toMatch(/Invalid|expected \w+,|received/);
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
