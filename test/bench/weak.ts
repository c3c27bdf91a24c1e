// How often a search says that nothing close was found: the questions of the ranking baseline, which its corpus answers, and
// questions on other matters. npm run bench:weak
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddingPool } from '../../extension/palace/embedding/embeddingPool.ts';
import { openPalace } from '../../extension/palace/palace.ts';
import { corpusFiles, writeCorpus } from '../baseline/corpus.ts';
import { readQuestions } from '../baseline/questions.ts';

const strangers = [
  'how long to boil an egg',
  'best pizza in Naples',
  'who won the 1998 world cup',
  '霧の日の払い戻し',
  '東京の天気予報',
  'how do I knit a scarf',
  'guitar chords for beginners',
  'train timetable to Vienna',
  'my cat is sick',
  'symptoms of the flu',
  'cheap flights to Lisbon',
  'Shakespeare sonnets about love',
  'how to prune roses',
  'the capital of Mongolia',
  'mortgage interest calculator',
  'wie backe ich Brot',
  'recette de crêpes',
  'рецепт борща',
  'dinosaur extinction asteroid',
  'yoga poses for back pain',
  'quokka pontoon',
  'stock price of tesla',
  'used car dealership',
  'football transfer rumours',
  'make sourdough starter',
  'kubernetes ingress annotations',
  'react component lifecycle',
  'css grid centering',
  'pandas dataframe groupby',
  'swift protocol extensions',
];

const dist = path.resolve('dist');
const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-weak-'));
const palace = await openPalace({
  folder: path.join(scratch, 'palace'),
  workspace: 'baseline',
  sqliteWasm: path.resolve('node_modules/sql.js/dist/sql-wasm-debug.wasm'),
  embedder: new EmbeddingPool({
    workerFile: path.join(dist, 'embedder.cjs'),
    ortFolder: dist,
    modelFolder: path.resolve('media/models/all-MiniLM-L6-v2-int8'),
    workers: availableParallelism(),
  }),
  profileLayers: [],
  clock: () => new Date(),
  onEvent: () => undefined,
});
try {
  await palace.mine({
    folders: writeCorpus(corpusFiles(), path.join(scratch, 'workspace')),
    wait_for_embeddings: true,
  });
  for (const [name, queries] of [
    ['answered', readQuestions().map(({ query }) => query)],
    ['other matters', strangers],
  ] as const) {
    const weak: string[] = [];
    for (const query of queries)
      if ((await palace.search({ query, dry_run: true })).weak === true) weak.push(query);
    console.log(`${name}: ${weak.length} of ${queries.length} say that nothing is close`);
    for (const query of weak) console.log(`  ${query}`);
  }
} finally {
  await palace.close();
  rmSync(scratch, { recursive: true, force: true });
}
