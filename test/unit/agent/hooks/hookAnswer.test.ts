import { expect, test } from 'vitest';
import { quietAnswer } from '../../../../extension/agent/hooks/hookAnswer.ts';

test('a long problem is cut before a character of two units, never within it', () => {
  const { warning } = quietAnswer('stop', `${'m'.repeat(298)}\u{1f6a2}: no such place`);
  expect(warning).toBe(`Synapse Palace: ${'m'.repeat(298)}…`);
});
