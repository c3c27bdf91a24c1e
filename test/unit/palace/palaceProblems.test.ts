import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { missingEmbedder, wordHashEmbedder } from '../../fixtures/models/wordHashEmbedder.ts';
import { firstPage, overwritePage } from '../../fixtures/palaces/damagedPage.ts';
import { files, mineHarbor, harborPalace } from '../../fixtures/palaces/harborPalace.ts';

const error = async (call: Promise<unknown>): Promise<PalaceError> =>
  call.then(
    () => expect.unreachable('it should have failed'),
    (thrown: unknown) => PalaceError.from(thrown),
  );

describe('a palace without its model', () => {
  it('mines, searches by words and says why', async () => {
    const [folder, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    writeFiles(workspace, files);
    const palace = await openPalace({ folder, embedder: missingEmbedder() });
    await mineHarbor(palace, workspace);
    const {
      results,
      warnings,
      pipeline_trace: trace,
    } = await palace.search({ query: 'refresh token', explain: true });
    expect(results[0]?.text).toContain('Refresh tokens');
    expect(results[0]?.cosine_similarity).toBe(0);
    expect(warnings.join()).toContain('words only');
    expect(trace.model_guard.result).toBe('UNAVAILABLE');
    const status = await palace.status({});
    expect(status.embeddings.state).toBe('unavailable');
    expect(status.warnings.join()).toContain('model.onnx');
    await palace.close();
  });
});

describe('model guard', () => {
  it('leaves out vectors of another model, warns with both names, and blocks when strict', async () => {
    const { palace, folder } = await harborPalace(wordHashEmbedder('first'));
    await palace.close();
    const other = wordHashEmbedder('second');
    const again = await openPalace({ folder, embedder: other });
    const result = await again.search({ query: 'refresh token', explain: true, candidate_trace: true });
    expect(result.warnings[0]).toContain(
      'ingest model: first (32), query model: second (32) — results may be unreliable',
    );
    expect(result.pipeline_trace.model_guard.result).toBe('MISMATCH');
    expect(result.pipeline_trace.phases_skipped).toContain('dense');
    expect(result.results[0]?.text).toContain('Refresh tokens');
    const strict = await again.search({ query: 'refresh token', overrides: { model_guard_strict: true } });
    expect(strict.results).toEqual([]);
    expect(strict.error?.code).toBe('E_MODEL_MISMATCH');
    expect(other.drawers).toEqual([]);
    await again.close();
  });
});

describe('a damaged page', () => {
  it('of the list of due checks leaves every drawer readable, is named, and ends nothing', async () => {
    const { palace, folder } = await harborPalace();
    await palace.save({ text: 'The crane is inspected in March.', type: 'insight' });
    const before = (await palace.list({})).drawers.map(({ drawer_id: id, text }) => [id, text]);
    await palace.close();
    overwritePage(folder, await firstPage(folder, 'note_checks'), 0x41);
    const warnings: string[] = [];
    const again = await openPalace({
      folder,
      onEvent: (event) => {
        if (event.kind === 'log') warnings.push(event.message);
      },
    });
    expect((await again.list({})).drawers.map(({ drawer_id: id, text }) => [id, text])).toEqual(before);
    expect(warnings.join()).toContain('E_PALACE_DAMAGED');
    expect((await again.search({ query: 'refresh token' })).results.length).toBeGreaterThan(0);
    const { state, write_refusal: refusal } = (await again.status({})).palace;
    expect(state).toBe('damaged');
    expect(await error(again.save({ text: 'The crane is green.', type: 'insight' }))).toMatchObject({
      code: refusal?.code,
      message: refusal?.reason,
    });
    expect((await again.verify({})).damaged.map(({ id }) => id)).toContain('note_checks');
    await again.close();
  });
});

describe('bad queries', () => {
  it.each([
    ['', 'E_QUERY_EMPTY'],
    ['   ', 'E_QUERY_EMPTY'],
    ['x'.repeat(100_000), 'E_QUERY_TOO_LONG'],
    ['storm type:banana', 'E_QUERY_FIELD'],
  ])('(case %#) are refused with a code that says why', async (query, code) => {
    const { palace } = await harborPalace();
    expect((await error(palace.search({ query }))).code).toBe(code);
    await palace.close();
  });

  it('of stop words or symbols only are answered by meaning or with no results, not with an error', async () => {
    const { palace } = await harborPalace();
    for (const query of ['the of and', '!!! ???'])
      expect(Array.isArray((await palace.search({ query })).results)).toBe(true);
    await palace.close();
  });

  it('with unknown profiles, flags or bad values name the valid ones', async () => {
    const { palace } = await harborPalace();
    expect((await error(palace.search({ query: 'storm', profile: 'nope' }))).message).toContain('baseline');
    expect((await error(palace.search({ query: 'storm', overrides: { mmr_lamda: 1 } }))).message).toContain(
      'mmr_lambda',
    );
    expect((await error(palace.search({ query: 'storm', overrides: { mmr_lambda: 7 } }))).message).toMatch(
      /mmr_lambda.*7/,
    );
    await palace.close();
  });
});
