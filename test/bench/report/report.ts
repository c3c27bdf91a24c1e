// npm run bench:report: measures speed, memory and disk, and writes the tables and charts of docs/benchmarks.md.
// node dist/bench/report.js [--part scale|embedding|commands|peers|start]… [--sizes 10000,30000,122686] [--palaces FOLDER]
// Every part runs its programs one after the other, in processes of their own. A part that fails leaves its text as it was.
// --palaces keeps the synthetic palaces for the next run (a million drawers take 2 GB). An idle machine is up to you.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { benchOption, benchOptions } from '../support/benchPalace.ts';
import { loadNow, measuredText, thisMachine, withMeasured } from './measuredPart.ts';
import { reportParts } from './reportParts.ts';

const document = path.resolve('docs', 'benchmarks.md');
const charts = path.resolve('docs', 'charts');

const main = async (): Promise<void> => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-report-'));
  const palaces = path.resolve(benchOption('palaces') ?? scratch);
  const sizes = (benchOption('sizes') ?? '10000,30000,122686').split(',').map(Number);
  const chosen = benchOptions('part');
  const parts = reportParts({ palaces, scratch, sizes });
  const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new Error(`There is no part “${unknown}”: ${Object.keys(parts).join(', ')}.`);
  mkdirSync(palaces, { recursive: true });
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      const loadBefore = loadNow();
      console.log(`${name}, at a load of ${loadBefore.toFixed(1)}`);
      try {
        const { figures, commands, pictures = {} } = await measure();
        const text = measuredText(figures, { machine: thisMachine(), loadBefore, commands });
        // The document as it is by now: a run may take an hour.
        writeFileSync(document, withMeasured(readFileSync(document, 'utf8'), name, text));
        mkdirSync(charts, { recursive: true });
        for (const [file, svg] of Object.entries(pictures)) writeFileSync(path.join(charts, file), svg);
        console.log(`\n${text}\n`);
      } catch (thrown) {
        console.error(`${name} was not measured: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
        process.exitCode = 1;
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

void main();
