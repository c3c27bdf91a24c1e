import type { KernelKind } from './kernels/dotProduct.ts';
import { canCompile } from './kernels/kernelModule.ts';

/**
 * The kernels that this host can compile, the fastest first. All give the same vectors. From V8 13 on, the relaxed
 * dot product with addition is a single instruction if the processor has one; before that, it is slower than the
 * pairwise one.
 */
export const usableKernels = (v8 = process.versions.v8): readonly KernelKind[] => {
  const byPreference: readonly KernelKind[] =
    Number.parseInt(v8, 10) >= 13 ? ['relaxed', 'pairwise', 'widened'] : ['pairwise', 'relaxed', 'widened'];
  return byPreference.filter(canCompile);
};
