import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { recordByName } from '../../../extension/base/recordByName.ts';

const counts = recordByName(recordByName(z.number().int()));

describe('an object by name', () => {
  it('keeps every name, also those that JavaScript gives a meaning', () => {
    const text = '{"__proto__":{"__proto__":2,"constructor":1},"toString":{}}';
    const parsed = counts.parse(JSON.parse(text));
    expect(JSON.stringify(parsed)).toBe(text);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });

  it('is refused where a value is of another kind, with its path', () => {
    const { error } = counts.safeParse({ gateway: { notes: 'many' } });
    expect(error?.issues.map(({ path }) => path)).toEqual([['gateway', 'notes']]);
    for (const other of [null, [], 'text', 1]) expect(counts.safeParse(other).success).toBe(false);
  });
});
