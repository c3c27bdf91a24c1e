import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHookPayload } from '../../../../extension/agent/hooks/hookPayload.ts';
import { readHookInput } from '../../../../extension/agent/hooks/readHookInput.ts';
import { hookPayloads } from '../../../fixtures/agent/hookPayloads.ts';

const limits = { patience: 200, pause: 5, bytes: 1_000 };

describe('what an agent writes to a hook', () => {
  it('is read whole, a mark of byte order left out', async () => {
    expect(await readHookInput(Readable.from([Buffer.from('\ufeff{"a":'), Buffer.from('"ü"}')]))).toBe(
      '{"a":"ü"}',
    );
    expect(await readHookInput(Readable.from([]))).toBe('');
  });

  it('is taken when it is a whole document, though nobody closes the stream', async () => {
    const stream = new PassThrough();
    stream.write('{"session_id":');
    setTimeout(() => stream.write('"x"}'), 20);
    expect(await readHookInput(stream, { ...limits, patience: 60_000 })).toBe('{"session_id":"x"}');
  });

  it('is waited for no longer than that, is not taken when it is too long, nor from a terminal or a stream that fails', async () => {
    const silent = new PassThrough();
    silent.write('{"session_id":');
    expect(parseHookPayload(await readHookInput(silent, limits))).toEqual({});
    expect(await readHookInput(Readable.from([Buffer.alloc(2_000, 'x')]), limits)).toBe('');
    expect(await readHookInput(Object.assign(new PassThrough(), { isTTY: true }), limits)).toBe('');
    expect(
      await readHookInput(
        new Readable({
          read() {
            this.destroy(new Error('gone'));
          },
        }),
        limits,
      ),
    ).toBe('');
  });

  it('is a payload whatever it is, of which only fields of the right form are taken', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => parseHookPayload(text)).not.toThrow();
      }),
    );
    expect(
      parseHookPayload('{"session_id":7,"cwd":"/x","stop_hook_active":"yes","agent_id":"","context_tokens":-1}'),
    ).toEqual({ cwd: '/x' });
    for (const text of ['', '[]', 'null', '7', '{"a"', '"x"']) expect(parseHookPayload(text)).toEqual({});
    for (const [name, text] of hookPayloads) {
      if (name.includes('.real.') || name.includes('.typed.'))
        expect(parseHookPayload(text)).toMatchObject({
          session_id: expect.any(String),
          cwd: expect.any(String),
          hook_event_name: name.split('.')[0],
        });
    }
  });
});
