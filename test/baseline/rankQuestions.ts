import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { modelWords } from '../../extension/palace/embedding/modelWords.ts';
import { EmbeddingPool } from '../../extension/palace/embedding/embeddingPool.ts';
import { openPalace, type Palace } from '../../extension/palace/palace.ts';
import { corpusHashes, type CorpusFile, writeCorpus } from './corpus.ts';
import type { Baseline, RankedDrawer } from './baseline.ts';
import { type CorpusDrawer, drawersThatAnswer, type Question } from './questions.ts';

/** What the embedding workers need: the bundled worker, the folder of the WebAssembly engine, and the model's. */
export interface EmbedderFiles {
  readonly workerFile: string;
  readonly ortFolder: string;
  readonly modelFolder: string;
}

interface IndexedDrawer extends CorpusDrawer {
  readonly id: string;
  /** `<source>#<chunk index>`. */
  readonly name: string;
}

const resultsPerQuestion = 10;
const decimals = 4;
/** No ranking depends on the day on which it is measured. */
const clock = (): Date => new Date('2026-03-01T12:00:00Z');

const rounded = (score: number): number => Number(score.toFixed(decimals));

/** Mines the corpus into a palace of its own and asks every question in the profile `default`. Takes about a minute of processor time. */
export const rankQuestions = async (
  corpus: readonly CorpusFile[],
  questions: readonly Question[],
  embedderFiles: EmbedderFiles,
): Promise<Baseline> => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-baseline-'));
  const palace = await openPalace({
    folder: path.join(scratch, 'palace'),
    workspace: 'baseline',
    sqliteWasm: path.resolve('node_modules/sql.js/dist/sql-wasm-debug.wasm'),
    embedder: new EmbeddingPool({ ...embedderFiles, workers: availableParallelism() }),
    commonWords: modelWords(embedderFiles.modelFolder),
    profileLayers: [],
    clock,
    onEvent: () => undefined,
  });
  try {
    await palace.mine({
      folders: writeCorpus(corpus, path.join(scratch, 'workspace')),
      wait_for_embeddings: true,
    });
    const drawers = await everyDrawer(palace);
    const { embeddings } = await palace.status({});
    const rankings: Record<string, Baseline['rankings'][string]> = {};
    for (const question of questions) rankings[question.id] = await ranking(palace, question, drawers);
    return { model: String(embeddings.model), drawers: drawers.length, corpus: corpusHashes(corpus), rankings };
  } finally {
    await palace.close();
    rmSync(scratch, { recursive: true, force: true });
  }
};

const ranking = async (
  palace: Palace,
  question: Question,
  drawers: readonly IndexedDrawer[],
): Promise<Baseline['rankings'][string]> => {
  // A dry run is no use of a drawer: no question changes what the next one finds.
  const { results, pipeline_trace: trace } = await palace.search({
    query: question.query,
    k: resultsPerQuestion,
    dry_run: true,
  });
  if (trace.model_guard.result !== 'MATCH')
    throw new Error(`Only words were searched: the model guard says ${trace.model_guard.result}.`);
  const answers = new Set(drawersThatAnswer(question, drawers).map(({ id }) => id));
  const names = new Map(drawers.map(({ id, name }) => [id, name]));
  const answered = results.find(({ drawer_id: id, also_in: folded }) =>
    [id, ...folded].some((each) => answers.has(each)),
  );
  const top = results.map(({ drawer_id: id, score }): RankedDrawer => ({
    drawer: names.get(id) ?? id,
    score: rounded(score),
  }));
  return { kind: question.kind, query: question.query, answer: answered?.rank ?? null, top };
};

const everyDrawer = async (palace: Palace): Promise<IndexedDrawer[]> => {
  const drawers: IndexedDrawer[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await palace.list({ limit: 1000, cursor });
    for (const { drawer_id: id, source_file: source, chunk_index: chunk, text } of page.drawers)
      drawers.push({ id, source: source ?? '', text, name: `${source}#${chunk}` });
    cursor = page.next;
  }
  return drawers;
};
