import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { modelWords } from '../../../../extension/palace/embedding/modelWords.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

/** A model's folder with this vocabulary. */
const modelWith = (vocab: unknown): string => {
  const folder = temporaryFolder();
  const tokenizer = JSON.stringify({ model: { vocab } });
  const description = {
    name: 'small',
    dim: 4,
    max_tokens: 16,
    pooling: 'cls',
    query_prefix: '',
    licence: 'MIT',
    origin: 'a test',
    files: {
      'model.onnx': '0'.repeat(64),
      'tokenizer.json': createHash('sha256').update(tokenizer).digest('hex'),
    },
  };
  writeFileSync(path.join(folder, 'tokenizer.json'), tokenizer);
  writeFileSync(path.join(folder, 'model.json'), JSON.stringify(description));
  return folder;
};

it('the words of a model are its tokens that begin one', async () => {
  const words = await modelWords(modelWith({ harbour: 7, '##s': 8 }))();
  expect(['harbour', '##s', 's', 'crane'].map((word) => words.has(word))).toEqual([true, false, false, false]);
});

it.each([
  ['a list of pairs, as models that split words otherwise have it', [['harbour', -3.2]]],
  ['no table', 'harbour'],
  ['null', null],
])('a model whose vocabulary is %s has none', async (_, vocab) => {
  const words = await modelWords(modelWith(vocab))();
  expect(['harbour', '0'].map((word) => words.has(word))).toEqual([false, false]);
});
