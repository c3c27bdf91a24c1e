import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { typedLine } from '../../../../extension/cli/terminal/typedLine.ts';

const typing = (keys: string) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = typedLine({ input, output }, 'Really? ');
  input.write(keys);
  return { answer, shown: () => String(output.read()) };
};

it('gives what is typed at a question, without the end of its line', async () => {
  const { answer, shown } = typing('yes \r');
  expect(await answer).toBe('yes ');
  expect(shown()).toContain('Really? ');
});

it('takes an ended input as no answer, and begins a new line after the question', async () => {
  const { answer, shown } = typing('\u0004');
  expect(await answer).toBe('');
  expect(shown()).toMatch(/Really\? [^]*\n$/);
});

it('is left with Ctrl+C, also in the middle of an answer, which then counts for nothing', async () => {
  for (const keys of ['\u0003', 'yes\u0003']) {
    const { answer, shown } = typing(keys);
    await expect(answer).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect(shown()).toMatch(/Really\? [^]*\n$/);
  }
});
