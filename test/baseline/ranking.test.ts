import { expect, it } from 'vitest';
import { bundleEmbedder } from '../fixtures/models/bundleEmbedder.ts';
import { readBaseline } from './baseline.ts';
import { corpusFiles, corpusHashes } from './corpus.ts';
import { corpusChanges } from './driftFrom.ts';
import { driftReport, howToRecord } from './driftReport.ts';
import { readQuestions } from './questions.ts';
import { rankQuestions } from './rankQuestions.ts';

it('the corpus is the one that the baseline was recorded on', () => {
  const changes = corpusChanges(readBaseline()?.corpus ?? {}, corpusHashes(corpusFiles()));
  expect(changes, `A package was updated, or a frozen copy was edited. ${howToRecord}`).toEqual([]);
});

it('every question ranks the drawers as it did when the baseline was recorded', async () => {
  const recorded = readBaseline();
  if (recorded === undefined) throw new Error(`There is no baseline. ${howToRecord}`);
  const measured = await rankQuestions(corpusFiles(), readQuestions(), await bundleEmbedder());
  const report = driftReport(recorded, measured);
  if (report !== '') throw new Error(report);
});
