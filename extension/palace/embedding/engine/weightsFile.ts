import { headComponents, longestText, type ModelShape } from './modelShape.ts';
import { placeModel, Reservation } from './modelLayout.ts';

/*
 * The file of the weights: 64 bytes of header (`SPW1`, then five little-endian u32: vocabulary, hidden, layers, inner, positions)
 * and the tensors in the order of `placeModel`, each from a multiple of 64 bytes on.
 */
const magic = 0x31575053;
export const headerBytes = 64;

/** The model's shape from the file's header. Throws an Error that says what is wrong if the file holds no such model. */
export const shapeOfWeights = (file: Uint8Array): ModelShape => {
  if (file.byteLength < headerBytes) throw new Error('the file is shorter than its header');
  const header = new DataView(file.buffer, file.byteOffset, headerBytes);
  if (header.getUint32(0, true) !== magic) throw new Error('the file does not begin with SPW1');
  const [vocabulary = 0, hidden = 0, layers = 0, inner = 0, positions = 0] = [4, 8, 12, 16, 20].map((at) =>
    header.getUint32(at, true),
  );
  const shape: ModelShape = { vocabulary, hidden, layers, inner, positions };
  if (hidden % headComponents !== 0 || inner % 16 !== 0 || positions > longestText || positions % 8 !== 0)
    throw new Error(`the sizes ${JSON.stringify(shape)} are not supported`);
  const expected = weightsFileBytes(shape);
  if (file.byteLength !== expected)
    throw new Error(`the file has ${file.byteLength} bytes instead of ${expected}`);
  return shape;
};

/** Length of the file of a model of this shape. */
export const weightsFileBytes = (shape: ModelShape): number => {
  const file = new Reservation(headerBytes);
  placeModel(shape, (bytes) => file.take(bytes));
  return file.end;
};

/** The header of such a file. */
export const weightsHeader = ({ vocabulary, hidden, layers, inner, positions }: ModelShape): Uint8Array => {
  const header = new DataView(new ArrayBuffer(headerBytes));
  [magic, vocabulary, hidden, layers, inner, positions].forEach((value, i) =>
    header.setUint32(i * 4, value, true),
  );
  return new Uint8Array(header.buffer);
};
