import { expect, it } from 'vitest';
import { faultsOf } from '../../../../scripts/checks/commitMessages.mjs';

it('accepts a short subject with a body that says why', () => {
  expect(faultsOf('abc1234\nfix: a note keeps its tags\nThey were dropped when it was edited.\n')).toEqual([]);
});

it('names a subject of 72 characters or more, and a message without a body', () => {
  expect(faultsOf(`abc1234\n${'x'.repeat(71)}\nWhy.\n`)).toEqual([]);
  expect(faultsOf(`abc1234\n${'x'.repeat(72)}\nWhy.\n`)[0]).toContain('72 characters');
  expect(faultsOf('abc1234\nfix: a note keeps its tags\n\n')[0]).toContain('no body says why');
});
