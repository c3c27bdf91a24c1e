import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  searchResultSchema,
  type SearchResult,
} from '../../../../extension/palace/contract/search/searchResult.ts';
import { mineReportSchema } from '../../../../extension/palace/contract/filing/intakeSchemas.ts';
import { cli, runCli } from '../../../fixtures/palaces/builtPalace.ts';
import { flights } from '../../../fixtures/flights.ts';
import { temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { size } from '../../../fixtures/testSize.ts';

const workSize = size('SYNAPSE_LARGE_WING', 600, 2000);
const nouns = [
  'trip',
  'booking',
  'destination',
  'guide',
  'visa',
  'hotel',
  'ticket',
  'region',
  'country',
  'luggage',
];
const verbs = ['list', 'create', 'cancel', 'import', 'export'];

/** A wing of short YAML and JSON about the very things that the small wing is about, no two alike. */
const work = Array.from({ length: workSize }, (_, i): readonly [string, string] => {
  const [noun, other] = [nouns[i % 10] ?? '', nouns[(i * 7 + 3) % 10] ?? ''];
  const verb = verbs[Math.floor(i / 10) % 5] ?? '';
  return i % 2 === 0
    ? [
        `work/api/${verb}-${noun}-${i}.yaml`,
        `paths:\n  /v${i % 9}/${noun}s:\n    operationId: ${verb}_${noun}_${i}\n`,
      ]
    : [`work/api/${verb}-${noun}-${i}.json`, `{ "${noun}": { "${other}_id": ${i}, "status": "${verb}ed" } }\n`];
});

/** With V8's optimiser, unlike {@link runCli}: hundreds of texts are embedded. */
const mine = (palace: string, workspace: string): string =>
  execFileSync(process.execPath, [cli, 'mine', '--json', '--quiet'], {
    cwd: workspace,
    env: { ...process.env, SYNAPSE_PALACE_HOME: palace },
    encoding: 'utf8',
  });

const wingsOf = ({ results }: SearchResult): string[] => results.slice(0, 5).map(({ wing }) => wing);

describe('a wing of 23 itineraries beside one of hundreds of YAML and JSON drawers', () => {
  it('is found by “cambodia” and by questions of its meaning, with real embeddings and default settings', () => {
    const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(workspace, {
      'work/package.json': '{ "name": "work" }\n',
      'flights/package.json': '{ "name": "flights" }\n',
      ...Object.fromEntries(flights.map((text, i) => [`flights/notes/${i}.md`, `${text}\n`])),
      ...Object.fromEntries(work),
    });
    const mined = mineReportSchema.omit({ skipped_files: true }).parse(JSON.parse(mine(palace, workspace)));
    expect(mined.embeddings).toEqual({ done: workSize + flights.length + 2, pending: 0 });
    const search = (...words: string[]): SearchResult =>
      searchResultSchema.parse(JSON.parse(runCli(palace, workspace, 'search', ...words, '--json').stdout));

    const cambodia = search('cambodia', '--trace');
    expect(cambodia.results[0]).toMatchObject({ wing: 'flights' });
    expect(cambodia.results[0]?.text).toContain('Cambodia');
    expect(cambodia.selection_trace?.wing_counts).toEqual({ work: workSize + 1, flights: flights.length + 1 });
    // No word of these is in an itinerary that answers them: meaning has to find it among hundreds of others.
    for (const question of ['holiday in Indochina', 'ancient ruins in the morning light']) {
      const answer = search(question);
      expect(answer.pipeline_trace.legs['dense']).toBe(workSize + flights.length + 2);
      expect(wingsOf(answer), question).toContain('flights');
    }
  });
});
