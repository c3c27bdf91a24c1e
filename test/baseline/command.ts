// Asks the questions of the ranking baseline and compares the rankings with the recorded ones.
// npm run baseline [-- --record]    --record: the measured rankings become the recorded ones
import path from 'node:path';
import { readBaseline, writeBaseline } from './baseline.ts';
import { corpusFiles } from './corpus.ts';
import { driftReport, qualityTable } from './driftReport.ts';
import { readQuestions } from './questions.ts';
import { rankQuestions } from './rankQuestions.ts';

const options = process.argv.slice(2);
if (options.some((option) => option !== '--record')) {
  process.stderr.write('Usage: npm run baseline [-- --record]\n');
  process.exit(2);
}
const dist = path.resolve('dist');
const measured = await rankQuestions(corpusFiles(), readQuestions(), {
  workerFile: path.join(dist, 'embedder.cjs'),
  ortFolder: dist,
  modelFolder: path.resolve('media/models/all-MiniLM-L6-v2-int8'),
});
const recorded = readBaseline();
const drift = recorded === undefined ? 'Nothing is recorded yet.' : driftReport(recorded, measured);
process.stdout.write(drift === '' ? 'Every ranking is as recorded.\n\n' : `${drift}\n\n`);
if (recorded === undefined || drift === '')
  process.stdout.write(`${qualityTable(recorded ?? measured, measured).join('\n')}\n`);
if (options.includes('--record')) {
  writeBaseline(measured);
  process.stdout.write('\nRecorded in test/baseline/baseline.json.\n');
} else if (drift !== '') process.exitCode = 1;
