import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../../../extension/palace/filing/secrets/findSecrets.ts';
import {
  findSecretsInSlices,
  findSecretsOfLongTexts,
  secretsByPiece,
} from '../../../../../extension/palace/filing/secrets/secretsOfPieces.ts';
import { drawerId } from '../../../../../extension/palace/model/drawer/ids.ts';
import { tokenFormats } from '../../../../../extension/palace/filing/secrets/tokenFormats.ts';
import { generatedSecrets } from '../../../../fixtures/secrets/generatedSecrets.ts';
import { isLong, runs } from '../../../../fixtures/testSize.ts';

const units = [
  'a',
  '=',
  ' ',
  '\n',
  '"',
  '-',
  '_',
  '.',
  ':',
  '/',
  'password=',
  'password="',
  'password" , "',
  'secret_',
  'secret_key',
  'passwordpasswordtokensecret',
  'password\n   value:',
  '://',
  '://a:',
  '://a:b@',
  '-----BEGIN ',
  `-----BEGIN RSA ${'PRIVATE KEY'}-----`,
  `-----BEGIN RSA ${'PRIVATE KEY'}-----\n${'Ab1'.repeat(20)}\n`,
  'eyJ',
  'eyJ-',
  'eyJhbGciOiJI.',
  'Bearer ',
  'Basic aGVsbG8',
  'machine a login b password c ',
  '"auth":"',
  '_auth=',
  'kind: Secret\n',
  'data:\n a: bcdefgh\n',
  ':AA',
  '.abcdef.',
  'MTabc',
  'Q~',
  '-us1',
  'AC0123456789abcdef',
  'Private-Lines: 9\nabc\n',
  'a:1:b:c:',
  '\\n',
  ' -u a:',
  ...tokenFormats.flatMap(({ lead }) => [lead, `${lead}-`, `${lead}${'a'.repeat(30)}`]),
];
const openings = [
  '',
  'password=',
  'password="',
  'machine a login b ',
  'https://u:',
  `-----BEGIN RSA ${'PRIVATE KEY'}-----\n`,
  'Bearer ',
  'kind: Secret\ndata:\n  a: ',
];

/** Processor time in milliseconds, the least of some. */
const cost = (text: string, times: number): number =>
  Math.min(
    ...Array.from({ length: times }, () => {
      const before = process.cpuUsage();
      findSecrets(text, { path: '.pgpass' });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    }),
  );
const repeated = (opening: string, unit: string, length: number): string =>
  opening + unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe('finding secrets in any text', () => {
  it('takes time that grows with the length, not with its square, whatever is repeated', () => {
    const families = openings.flatMap((opening) => units.map((unit) => ({ opening, unit })));
    // The dearest at a small size are the ones that could blow up at a large one.
    const [least, times] = isLong ? [8000, 3] : [2000, 1];
    const dearest = families
      .map((family) => ({ ...family, small: cost(repeated(family.opening, family.unit, least), times) }))
      .sort((a, b) => b.small - a.small)
      .slice(0, 20);
    const growth = (opening: string, unit: string): number =>
      cost(repeated(opening, unit, 80_000), times) / (cost(repeated(opening, unit, 10_000), times) + 1);
    for (const { opening, unit } of dearest) {
      // Eight times the text: 8 if linear, 64 if quadratic. What else the machine does can only add to a measurement,
      // so one that is too high is taken again.
      let ratio = growth(opening, unit);
      for (let again = 0; again < 9 && ratio >= 28; again++) ratio = Math.min(ratio, growth(opening, unit));
      expect(ratio, `${opening}|${unit}`).toBeLessThan(28);
    }
    expect(findSecrets('password='.repeat(120_000))).toEqual([]);
  });

  it('survives a mixture of everything that rules look for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...units), fc.string({ maxLength: 12 })), { maxLength: 120 }),
        (parts) => {
          const text = parts.join('');
          for (const { start, end } of findSecrets(text))
            expect(start >= 0 && start < end && end <= text.length).toBe(true);
        },
      ),
      { numRuns: runs(120) },
    );
  });

  it('maps findings onto pieces so that each character of a secret is a finding of its piece, and no other is', () => {
    const entries = generatedSecrets(12, 1, 1);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(entries, { minLength: 3, maxLength: 12 }),
        fc.array(fc.nat({ max: 8000 }), { maxLength: 30 }),
        (chosen, cuts) => {
          const text = chosen.map((entry) => entry.text).join('\n');
          const findings = findSecrets(text);
          const marks = new Uint8Array(text.length);
          for (const { start, end } of findings) marks.fill(1, start, end);
          const at = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
            (a, b) => a - b,
          );
          const pieces = at.slice(1).map((end, i) => ({ start: at[i] ?? 0, end }));
          const mapped = new Uint8Array(text.length);
          secretsByPiece(pieces, findings).forEach((inside, i) =>
            inside.forEach(({ start, end }) =>
              mapped.fill(1, (pieces[i]?.start ?? 0) + start, (pieces[i]?.start ?? 0) + end),
            ),
          );
          expect(mapped).toEqual(marks);
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('searches a long text in turns, between which other work runs', async () => {
    let turns = 0;
    let isDone = false;
    const other = (): void => {
      turns++;
      if (!isDone) setImmediate(other);
    };
    setImmediate(other);
    await findSecretsOfLongTexts([{ id: drawerId('d'), text: 'secret_'.repeat(500_000) }]);
    isDone = true;
    expect(turns).toBeGreaterThan(20);
  });

  it('finds in slices of a long text what it finds in the whole', async () => {
    const secrets = generatedSecrets(13, 2, 0)
      .filter(({ label, text }) => label === 'secret' && !text.includes('kind: Secret'))
      .map(({ text }) => text);
    const filler = 'The crane lifts the cargo over the quay.\n'.repeat(150);
    const text = [...secrets, ...secrets].map((secret) => `${filler}${secret}\n\n`).join('');
    expect(text.length).toBeGreaterThan(500_000);
    expect(await findSecretsInSlices(text, {})).toEqual(findSecrets(text));
  });
});
