import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { vscodeHostPrograms } from '../../scripts/programs/vscodeHost.mjs';
import { bundledWorker } from '../fixtures/bundledWorker.ts';
import type { KernelVectors } from './host/kernelVectors.ts';

// The Node that runs the tests may lack the relaxed instructions. The one of VS Code has them.
test('every kernel of the embedding engine gives the same vectors in the Node that VS Code brings', async () => {
  const program = await bundledWorker('test/e2e/host/kernelVectors.ts', 'kernelVectors');
  const { node } = vscodeHostPrograms(process.env['SYNAPSE_E2E_HOST'] ?? '');
  const { v8, vectors } = JSON.parse(execFileSync(node, [program], { encoding: 'utf8' })) as KernelVectors;
  expect(Object.keys(vectors).toSorted()).toEqual(
    Number.parseInt(v8, 10) >= 12 ? ['pairwise', 'relaxed', 'widened'] : ['widened'],
  );
  for (const kind of Object.keys(vectors)) expect(vectors[kind]).toEqual(vectors['widened']);
  expect(new Set(vectors['widened']).size).toBe(28);
});
