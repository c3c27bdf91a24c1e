import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../extension/palace/mining/textDecoding.ts';

const [binarySniffBytes, maxFileBytes, maxLineLength] = [8192, 1 << 20, 5000];
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('decoding a file', () => {
  it('gives back UTF-8 text whose encoding is the file, with or without a byte order mark', () => {
    for (const text of ['', 'plain', 'é\u{1F44D}\r\n', '\ufeffwith a mark\n']) {
      const decoded = decodeText(utf8(text));
      expect(decoded).toEqual({ ok: true, text });
    }
  });

  it('decodes UTF-16 where a byte order mark says so', () => {
    const text = '\ufeffé and \u{1F44D}\n';
    const little = Buffer.from(text, 'utf16le');
    expect(decodeText(little)).toEqual({ ok: true, text });
    expect(decodeText(Buffer.from(little).swap16())).toEqual({ ok: true, text });
    expect(decodeText(little.subarray(0, little.length - 1))).toEqual({ ok: false, reason: 'undecodable' });
  });

  it('takes a NUL near the start for a binary file', () => {
    expect(decodeText(utf8(`${'a'.repeat(binarySniffBytes - 1)}\0`))).toEqual({ ok: false, reason: 'binary' });
    expect(decodeText(utf8(`${'a\n'.repeat(binarySniffBytes / 2)}\0`)).ok).toBe(true);
  });

  it('takes a NUL in UTF-16, and thus UTF-32, for a binary file, too', () => {
    const little = Buffer.from('\ufeffĀ \u0100\0\n', 'utf16le');
    expect(decodeText(little)).toEqual({ ok: false, reason: 'binary' });
    expect(decodeText(Buffer.from(little).swap16())).toEqual({ ok: false, reason: 'binary' });
    const wide = Buffer.from([...'\ufefftext\n'].map((character) => `${character}\0`).join(''), 'utf16le');
    expect(decodeText(wide)).toEqual({ ok: false, reason: 'binary' });
    const text = '\ufeffĀ \u0100\n';
    expect(decodeText(Buffer.from(text, 'utf16le'))).toEqual({ ok: true, text });
    expect(decodeText(Buffer.from(text, 'utf16le').swap16())).toEqual({ ok: true, text });
  });

  it('refuses what is not UTF-8 rather than replacing it', () => {
    expect(decodeText(new Uint8Array([0x63, 0xe9, 0x0a]))).toEqual({ ok: false, reason: 'undecodable' });
    expect(decodeText(new Uint8Array([0xed, 0xa0, 0x80]))).toEqual({ ok: false, reason: 'undecodable' });
  });

  it('leaves out files over the limit and those with a line over the limit, and no others', () => {
    expect(decodeText(utf8('a\n'.repeat(maxFileBytes / 2))).ok).toBe(true);
    expect(decodeText(utf8(`${'a\n'.repeat(maxFileBytes / 2)}b`))).toEqual({ ok: false, reason: 'too_large' });
    for (const end of ['\n', '\r\n', '\r', '']) {
      expect(decodeText(utf8(`a${end}${'x'.repeat(maxLineLength)}${end}`.slice(end === '' ? 1 : 0))).ok).toBe(
        true,
      );
      expect(decodeText(utf8(`a${end}${'x'.repeat(maxLineLength + 1)}${end}`))).toEqual({
        ok: false,
        reason: 'generated',
      });
    }
  });

  it('goes by other limits where it is given them', () => {
    const decoded = (text: string, changes: Partial<Parameters<typeof decodeText>[1]>) =>
      decodeText(utf8(text), { fileBytes: 100, lineLength: 20, sniffBytes: 4, ...changes });
    expect(decoded('a'.repeat(20), {})).toEqual({ ok: true, text: 'a'.repeat(20) });
    expect(decoded('a'.repeat(20), { fileBytes: 19 })).toEqual({ ok: false, reason: 'too_large' });
    expect(decoded('a'.repeat(20), { lineLength: 19 })).toEqual({ ok: false, reason: 'generated' });
    expect(decoded('aaaa\0', {}).ok).toBe(true);
    expect(decoded('aaaa\0', { sniffBytes: 5 })).toEqual({ ok: false, reason: 'binary' });
  });
});
