import { expect, it } from 'vitest';
import { fasterPass } from '../../../../../extension/palace/embedding/engine/fasterPass.ts';

const long = Array.from({ length: 100 }, () => 1);

/** Embeds texts with two passes that take so long per text; gives which one each text went through: `a` or `b`. */
const passesOf = (msOf: { a: number; b: number | null }, texts: readonly (readonly number[])[]): string => {
  let time = 0;
  const taken: ('a' | 'b')[] = [];
  const pass = (name: 'a' | 'b') => () => {
    taken.push(name);
    time += msOf[name] ?? 0;
    return new Float32Array(1);
  };
  const embed = fasterPass(
    pass('a'),
    () => (msOf.b === null ? undefined : pass('b')),
    () => time,
  );
  for (const tokens of texts) embed(tokens);
  return taken.join('');
};
const texts = Array.from({ length: 100 }, () => long);
const trial = 'ab'.repeat(20);

it('tries the second pass after 32 long texts, and keeps the faster one', () => {
  expect(passesOf({ a: 60, b: 50 }, texts)).toBe('a'.repeat(32) + trial + 'b'.repeat(28));
  expect(passesOf({ a: 50, b: 60 }, texts)).toBe('a'.repeat(32) + trial + 'a'.repeat(28));
});

it('stays with the first where the second hardly gains or cannot be used', () => {
  expect(passesOf({ a: 60, b: 59 }, texts)).toBe('a'.repeat(32) + trial + 'a'.repeat(28));
  expect(passesOf({ a: 60, b: null }, texts)).toBe('a'.repeat(100));
});

it('tries nothing on short texts, as queries are', () => {
  const short = long.slice(0, 63);
  expect(passesOf({ a: 60, b: 50 }, [...texts.slice(0, 32), ...Array.from({ length: 200 }, () => short)])).toBe(
    'a'.repeat(232),
  );
});
