import { describe, expect, it } from 'vitest';
import {
  replayPacketSchema,
  type SearchResult,
} from '../../../../../extension/palace/contract/search/searchResult.ts';
import { minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';

const files = {
  'docs/retries.md': '# Retries\n\nWe retry with exponential backoff and full jitter.\n',
  'docs/tokens.md': '# Tokens\n\nThe rotation of refresh tokens happens on every authentication.\n',
  'docs/berths.md': '# Berths\n\nBerths are booked by the harbour master.\n',
};
const said = ({ warnings }: SearchResult): string[] =>
  warnings.filter((warning) => warning.startsWith('Nothing holds'));

describe('query words that no drawer has', () => {
  it('are read as the word one edit away, and the answer says so', async () => {
    const { palace } = await minedPalace({}, files);
    const answer = await palace.search({ query: 'exponental backof', words_only: true, explain: true });
    expect(answer.results[0]?.source_file).toBe('docs/retries.md');
    expect(said(answer)).toEqual([
      'Nothing holds “exponental”: searched for “exponential” instead.',
      'Nothing holds “backof”: searched for “backoff” instead.',
    ]);
    // The marks in the text are those of the words that were searched for.
    expect(answer.pipeline_trace.terms).toContain('backoff');
    const swapped = await palace.search({ query: 'token rotatoin', words_only: true });
    expect(said(swapped)).toEqual(['Nothing holds “rotatoin”: searched for “rotation” instead.']);
  });

  it('are read as a word with its accents and umlauts', async () => {
    const { palace } = await minedPalace(
      {},
      { 'docs/schluessel.md': '# Schlüssel\n\nDie Schlüsselrotation läuft im Café.\n' },
    );
    const answer = await palace.search({ query: 'Schlüselrotation', words_only: true });
    expect(said(answer)).toEqual(['Nothing holds “Schlüselrotation”: searched for “schlüsselrotation” instead.']);
    expect(answer.results).toHaveLength(1);
    expect(said(await palace.search({ query: 'schlüsselro', words_only: true }))).toEqual([
      'Nothing holds “schlüsselro”: searched for “schlüsselrotation” instead.',
    ]);
    await palace.close();
  });

  it('are read as an indexed word that begins with them, as it is written', async () => {
    const { palace } = await minedPalace({}, files);
    const answer = await palace.search({ query: 'authenti', words_only: true });
    expect(said(answer)).toEqual(['Nothing holds “authenti”: searched for “authentication” instead.']);
    expect(answer.results[0]?.source_file).toBe('docs/tokens.md');
    expect(said(await palace.search({ query: 'authentica', words_only: true }))).toEqual([
      'Nothing holds “authentica”: searched for “authentication” instead.',
    ]);
  });

  it('stay as they are in quotes, as identifiers, without a near word, or if the profile says so', async () => {
    const { palace } = await minedPalace({}, files);
    for (const query of ['"backof"', 'getBackof', 'backof_2', 'kubernetes', 'bac'])
      expect(said(await palace.search({ query, words_only: true }))).toEqual([]);
    const asTyped = { query: 'backof', words_only: true, overrides: { spelling_enabled: false } };
    expect(said(await palace.search(asTyped))).toEqual([]);
  });

  it('reveal no word that only a sensitive drawer has', async () => {
    const { palace } = await minedPalace({}, files);
    const { drawers } = await palace.list({ filter: { path: 'docs/retries.md' } });
    await palace.update({ drawer_ids: drawers.map(({ drawer_id: id }) => id), sensitive: true });
    for (const query of ['backof', 'expon'])
      expect(said(await palace.search({ query, words_only: true }))).toEqual([]);
  });

  it('are replayed with the same correction', async () => {
    const { palace } = await minedPalace({}, files);
    const { replay_packet: packet, ...answer } = await palace.search({ query: 'backof', replay: true });
    expect(JSON.stringify(await palace.replay({ packet: replayPacketSchema.parse(packet) }))).toBe(
      JSON.stringify(answer),
    );
  });
});
