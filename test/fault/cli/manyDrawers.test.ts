import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { statusSchema } from '../../../extension/palace/contract/maintenanceSchemas.ts';
import { scanReportSchema } from '../../../extension/palace/contract/search/scanSchemas.ts';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const count = 12_345;
const newest = Date.parse('2026-02-01T12:00:00Z');

it('over 10,000 drawers are counted, scanned in batches, searched and sorted to the last one', () => {
  const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  const file = path.join(folder, 'log.jsonl');
  writeFileSync(
    file,
    Array.from({ length: count }, (_, i) =>
      JSON.stringify({
        id: `entry-${i}`,
        wing: i < 12_000 ? 'log' : 'late',
        room: 'day',
        // The last ones to be filed are the oldest.
        filed_at: new Date(newest - i * 60_000).toISOString(),
        text: `crane entry ${i}${i === count - 1 ? ' with a heron' : ''}`,
      }),
    ).join('\n'),
  );
  const run = (...words: string[]): string => {
    const outcome = runCli(palace, folder, ...words);
    expect(outcome).toMatchObject({ code: 0 });
    return outcome.stdout;
  };
  run('import', file, '--format', 'jsonl', '--no-wait');
  const { drawers } = statusSchema.parse(JSON.parse(run('status', '--json')));
  expect(drawers).toMatchObject({ total: count, by_wing: { log: 12_000, late: 345 } });

  const scan = scanReportSchema.parse(JSON.parse(run('scan', '--trace', '--json')));
  expect(scan.pagination_state).toEqual({
    total: count,
    batches_processed: 3,
    last_offset: count,
    scan_depth_reached: false,
  });
  expect(scan.candidate_trace?.map(({ offset, drawers_in_batch: size }) => [offset, size])).toEqual([
    [0, 5000],
    [5000, 5000],
    [10_000, 2345],
  ]);
  expect(scan.phase_timing_ms.paginated_scoring.batch_timings_ms).toHaveLength(3);

  const ids = (...words: string[]): string[] =>
    searchResultSchema.parse(JSON.parse(run('search', ...words, '--json'))).results.map(({ drawer_id: id }) => id);
  expect(ids('heron')).toContain(`entry-${count - 1}`);
  expect(ids('crane', '--sort', 'recency', '--k', '3')).toEqual(['entry-0', 'entry-1', 'entry-2']);
});
