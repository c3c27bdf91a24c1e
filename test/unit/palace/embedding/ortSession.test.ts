import { appendFileSync, copyFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startSession } from '../../../../extension/palace/embedding/ortSession.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const names = ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];
const shipped = path.resolve('node_modules/onnxruntime-web/dist');

it.each(names)('runs no engine whose %s is not the shipped one', async (name) => {
  const folder = temporaryFolder();
  for (const file of names) copyFileSync(path.join(shipped, file), path.join(folder, file));
  // With the shipped files, it gets as far as the graph.
  await expect(startSession(new Uint8Array(8), folder)).rejects.toThrow(/protobuf|model/i);
  appendFileSync(path.join(folder, name), '\n');
  await expect(startSession(new Uint8Array(8), folder)).rejects.toThrow(/altered: its SHA-256 is/);
});
