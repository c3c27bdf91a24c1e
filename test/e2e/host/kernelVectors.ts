// A program: prints, as JSON, which V8 runs it, and the vectors of some texts from each kernel that this can compile, in hexadecimal. The
// models are small ones, with many weights whose products overflow 16 bits.
import { loadWeights } from '../../../extension/palace/embedding/engine/engineMemory.ts';
import { forwardPass } from '../../../extension/palace/embedding/engine/forwardPass.ts';
import { usableKernels } from '../../../extension/palace/embedding/engine/usableKernels.ts';
import { smallModel, smallShape } from '../../fixtures/models/smallModel.ts';

/** What the program prints. */
export interface KernelVectors {
  readonly v8: string;
  readonly vectors: Readonly<Record<string, readonly string[]>>;
}

const texts = [2, 7, 8, 9, 60, 255, 256].map((length) =>
  Array.from({ length }, (_, i) => (i * i * 7 + length) % smallShape.vocabulary),
);
const models = [1, 2, 3, 4].map((seed) => smallModel(seed).bytes);
const vectors = usableKernels().map((kind) => {
  const passes = models.map((bytes) => forwardPass(loadWeights(bytes, kind, 1), 0));
  const ofTexts = passes.flatMap((pass) =>
    texts.map((tokens) => Buffer.from(pass(tokens).buffer).toString('hex')),
  );
  return [kind, ofTexts] as const;
});
const result: KernelVectors = { v8: process.versions.v8, vectors: Object.fromEntries(vectors) };
console.log(JSON.stringify(result));
