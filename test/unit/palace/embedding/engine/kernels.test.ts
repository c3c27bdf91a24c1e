import { describe, expect, it } from 'vitest';
import {
  floatBytes,
  signedLeb,
  unsignedLeb,
  type V128,
} from '../../../../../extension/palace/embedding/engine/assembly/expression.ts';
import type { FunctionBuilder } from '../../../../../extension/palace/embedding/engine/assembly/functionBuilder.ts';
import { v128 } from '../../../../../extension/palace/embedding/engine/assembly/instructions.ts';
import { moduleBytes } from '../../../../../extension/palace/embedding/engine/assembly/moduleBytes.ts';
import {
  constantsBytes,
  erf,
  exp2,
  gelu,
  roundToInt,
  writeConstants,
} from '../../../../../extension/palace/embedding/engine/kernels/numerics.ts';
import { kernelModule } from '../../../../../extension/palace/embedding/engine/kernels/kernelModule.ts';
import { usableKernels } from '../../../../../extension/palace/embedding/engine/usableKernels.ts';
import { erf as exactErf } from '../../../../fixtures/models/plainForwardPass.ts';
import { smallShape } from '../../../../fixtures/models/smallModel.ts';

/** Runs a function of four lanes on numbers, four at a time. */
const lanes = (of: (f: FunctionBuilder, x: V128) => V128) => {
  const memory = new WebAssembly.Memory({ initial: 2 });
  const bytes = moduleBytes(
    {
      apply: (f) => {
        const at = f.parameter();
        const end = f.parameter();
        f.untilEnd(at, end, () => {
          f.run(v128.store(at, of(f, v128.load(at))));
          f.advance(at, 16);
        });
      },
    },
    'own',
  );
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { engine: { memory } });
  const { apply } = exports as { apply: (at: number, end: number) => void };
  writeConstants(memory);
  return (values: readonly number[]): DataView => {
    new Float32Array(memory.buffer, constantsBytes).set(values);
    apply(constantsBytes, constantsBytes + values.length * 4);
    return new DataView(memory.buffer, constantsBytes);
  };
};
const evenly = (low: number, high: number): number[] =>
  Array.from({ length: 4000 }, (_, i) => Math.fround(low + ((high - low) * i) / 3999));
const floatsOf = (of: (f: FunctionBuilder, x: V128) => V128, values: readonly number[]): number[] => {
  const bytes = lanes(of)(values);
  return values.map((_, i) => bytes.getFloat32(i * 4, true));
};

describe('the code generator', () => {
  it('writes numbers as WebAssembly reads them', () => {
    expect([0, 127, 128, 624_485, 2 ** 32 - 1].map(unsignedLeb)).toEqual([
      [0],
      [0x7f],
      [0x80, 1],
      [0xe5, 0x8e, 0x26],
      [0xff, 0xff, 0xff, 0xff, 0x0f],
    ]);
    expect([0, 63, 64, -1, -64, -65, -123_456].map(signedLeb)).toEqual([
      [0],
      [63],
      [0xc0, 0],
      [0x7f],
      [0x40],
      [0xbf, 0x7f],
      [0xc0, 0xbb, 0x78],
    ]);
    expect(floatBytes(1)).toEqual([0, 0, 0x80, 0x3f]);
  });

  it('writes kernels that this host can compile, and names the widened one, which needs nothing special, last', () => {
    const usable = usableKernels();
    expect(usable.at(-1)).toBe('widened');
    for (const kind of usable)
      for (const memory of ['own', { sharedPages: 10 }] as const)
        expect(WebAssembly.validate(kernelModule(kind, smallShape, memory))).toBe(true);
  });

  it('prefers the relaxed instruction where V8 makes one of it', () => {
    const order = (v8: string): readonly string[] => usableKernels(v8);
    const withRelaxed = order('13.6.233').length === 3;
    expect(order('13.6.233')[0]).toBe(withRelaxed ? 'relaxed' : 'widened');
    expect(order('12.4.254')[0]).toBe(withRelaxed ? 'pairwise' : 'widened');
  });
});

describe('the numerics of the kernels', () => {
  it('round to the nearest whole number, halves to the even one', () => {
    const values = [0.5, 1.5, 2.5, -0.5, -1.5, 126.5, -3_000_000, 4_000_000.5];
    const bytes = lanes((_, x) => roundToInt(x))(values);
    expect(values.map((_, i) => bytes.getInt32(i * 4, true))).toEqual([
      0, 2, 2, 0, -2, 126, -3_000_000, 4_000_000,
    ]);
  });

  it('raise 2 to a power below 0 within 3 millionths of the result, and stay above 0', () => {
    const values = evenly(-125, 0);
    const raised = floatsOf(exp2, values);
    values.forEach((x, i) => expect(Math.abs((raised[i] ?? 0) / 2 ** x - 1)).toBeLessThan(3e-6));
    expect(floatsOf(exp2, [-126, -1000, -1e30, 0])).toEqual(
      [2 ** -126, 2 ** -126, 2 ** -126, 1].map(expectedClose),
    );
  });

  it('know the error function within 4 millionths, and GELU within as much of its argument', () => {
    const values = evenly(-6, 6);
    const found = floatsOf(erf, values);
    values.forEach((x, i) => expect(Math.abs((found[i] ?? 0) - exactErf(x))).toBeLessThan(4.2e-6));
    const activated = floatsOf(gelu, values);
    values.forEach((x, i) => {
      const exact = 0.5 * x * (1 + exactErf(x / Math.SQRT2));
      expect(Math.abs((activated[i] ?? 0) - exact)).toBeLessThan(2.5e-6 * Math.max(1, Math.abs(x)));
    });
  });
});

const expectedClose = (x: number): unknown => expect.closeTo(x, 5);
