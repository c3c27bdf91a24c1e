import { expect, test } from 'vitest';
import { markTerms, termsHeld } from '../../../../extension/base/text/termMarks.ts';

const marked = (text: string, ...terms: readonly string[]): string =>
  markTerms(text, terms)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('');

test('a stem marks every word that begins with it, to the word’s end', () => {
  expect(marked('Rotation rotates; she rotated the rotor.', 'rotat')).toBe(
    '[Rotation] [rotates]; she [rotated] the rotor.',
  );
});

test('a stem inside a word marks nothing', () => {
  expect(marked('a grace window, no race', 'race')).toBe('a grace window, no [race]');
});

test('humps of camelCase and parts of snake_case count as words', () => {
  expect(marked('refreshTokens unknown_token HTTPServer', 'token', 'server')).toBe(
    'refresh[Tokens] unknown_[token] HTTP[Server]',
  );
});

test('touching marks are one', () => {
  expect(marked('rotateRefreshToken(x)', 'rotat', 'refresh', 'token')).toBe('[rotateRefreshToken](x)');
});

test('a whole identifier marks itself', () => {
  expect(marked('call readFileSync now', 'readfilesync')).toBe('call [readFileSync] now');
});

test('numbers stand apart from letters', () => {
  expect(marked('sha256 berth7', '256', '7')).toBe('sha[256] berth[7]');
});

test('a stem that the stemmer spelled with i marks the word with y', () => {
  expect(marked('one query, two queries', 'queri')).toBe('one [query], two [queries]');
});

test('a stem of two or three letters marks its inflections only', () => {
  expect(marked('use used using uses user usual us', 'us')).toBe('[use] [used] [using] [uses] user usual [us]');
  expect(marked('run runs running runtime', 'run')).toBe('[run] [runs] [running] runtime');
});

test('scripts without spaces are marked letter by letter', () => {
  expect(marked('これは記憶の宮殿です', '記憶', '宮殿')).toBe('これは[記憶]の[宮殿]です');
});

test('letters whose lower case is longer do not shift the marks', () => {
  expect(marked('İstanbul token', 'token')).toBe('İstanbul [token]');
});

test('accents and umlauts are marked by terms without them, as the index has them', () => {
  expect(marked('Die Schlüsselrotation läuft im CAFÉ.', 'schlusselrot', 'lauft', 'cafe')).toBe(
    'Die [Schlüsselrotation] [läuft] im [CAFÉ].',
  );
  // Other scripts keep theirs.
  expect(marked('новый нового', 'новый')).toBe('[новый] нового');
  expect(termsHeld('Grüße', ['gruße'])).toBe(1);
});

test('letters with their accents apart, as macOS writes them, are marked as a whole', () => {
  const apart = 'Die Schlüsselrotation läuft_über im CAFÉ.'.normalize('NFD');
  expect(marked(apart, 'schlusselrot', 'uber', 'cafe')).toBe(
    'Die [Schlüsselrotation] läuft_[über] im [CAFÉ].'.normalize('NFD'),
  );
  expect(termsHeld(apart, ['schlusselrot', 'lauft', 'cafe', 'rotat'])).toBe(3);
  // An accent that no letter is composed with, Korean letters apart, and signs that are part of a word.
  expect(marked('x̂token x̂', 'xtoken')).toBe('[x̂token] x̂');
  expect(marked('새 기억의 집'.normalize('NFD'), '기억').normalize('NFC')).toBe('새 [기억]의 집');
  expect(marked('यह हिन्दी है', 'हिन्दी')).toBe('यह [हिन्दी] है');
});

test('different terms are counted once each', () => {
  expect(termsHeld('token tokens lock', ['token', 'lock', 'race'])).toBe(2);
});

test('a word of a million underscores is marked', () => {
  // What takes time by the square of this never ends.
  const line = '_'.repeat(2 ** 20);
  expect(marked(`token${line} token${line}x`, 'token')).toBe(`[token]${line} [token]${line}x`);
});
