import { expect, it } from 'vitest';
import {
  nothingToRebuild,
  rebuildOutcome,
  rebuildQuestion,
} from '../../../../extension/editor/status/rebuildText.ts';
import { statusRows } from '../../../../extension/editor/status/statusRows.ts';
import { statusOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const { embeddings, model_guard: guard } = statusOf(0);
const mismatched = statusOf(1234, {
  embeddings: { ...embeddings, done: 1200, pending: 34, state: 'mismatch' },
  model_guard: { ...guard, result: 'MISMATCH', ingest_model: 'old', query_model: 'new' },
});

it('a palace of another model offers to rebuild its embeddings', () => {
  expect(statusRows(mismatched, english).find(({ action }) => action === 'rebuild')?.detail).toContain('old');
  expect(statusRows(statusOf(5), english).some(({ action }) => action === 'rebuild')).toBe(false);
});

it('a palace of the model in use has nothing to rebuild, and a person is told so instead of being asked', () => {
  expect(nothingToRebuild(mismatched, english)).toBeNull();
  expect(nothingToRebuild(statusOf(5), english)).toContain('all 5 vectors were made by m');
  expect(nothingToRebuild(statusOf(5, { embeddings: { ...embeddings, done: 3, pending: 2 } }), english)).toContain(
    '2 more are being worked out',
  );
});

it('before rebuilding, a person is told of how many drawers and with which model', () => {
  const { message, detail } = rebuildQuestion(mismatched, english);
  expect(message).toContain('1,234 drawers');
  expect(detail).toContain('with new.');
});

it('an outcome tells whether vectors are still due', () => {
  expect(rebuildOutcome({ done: 1234, pending: 0 }, english)).toContain('rebuilt (1,234 drawers)');
  expect(rebuildOutcome({ done: 1000, pending: 234 }, english)).toContain('1,000 of 1,234.');
});
