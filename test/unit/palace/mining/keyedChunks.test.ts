import { expect, it } from 'vitest';
import { contentHash } from '../../../../extension/palace/model/drawer/drawer.ts';
import { sourceId } from '../../../../extension/palace/model/drawer/ids.ts';
import { keyedChunks } from '../../../../extension/palace/mining/keyedChunks.ts';

const chunk = (text: string) => ({
  text,
  start: 0,
  end: text.length,
  lines: null,
  contentHash: contentHash(text),
  secrets: [],
});
const keysOf = (texts: readonly string[], source = 'source_a') =>
  keyedChunks(texts.map(chunk), sourceId(source)).map(({ key }) => key);

it('a chunk keeps its key wherever it stands; equal ones are told apart by their order', () => {
  const [crane, berth, again] = keysOf(['crane', 'berth', 'crane']);
  expect(new Set([crane, berth, again]).size).toBe(3);
  expect(keysOf(['new', 'berth', 'crane', 'crane']).slice(1)).toEqual([berth, crane, again]);
});

it('keys differ between sources, and every substitute differs from its key', () => {
  expect(keysOf(['crane'], 'source_b')).not.toEqual(keysOf(['crane']));
  const keyed = keyedChunks([chunk('crane'), chunk('crane')], sourceId('source_a'));
  expect(new Set(keyed.flatMap(({ key, substitute }) => [key, substitute()])).size).toBe(4);
});
