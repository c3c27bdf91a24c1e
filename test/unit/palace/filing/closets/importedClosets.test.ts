import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { closetsMeta } from '../../../../../extension/palace/filing/closets/fileClosets.ts';
import { importDrawers } from '../../../../../extension/palace/filing/importDrawers.ts';
import { importPalace } from '../../../../../extension/palace/transfer/importPalace.ts';
import { importFiles } from '../../../../fixtures/palaces/conversationPalace.ts';
import { emptyStore } from '../../../../fixtures/palaces/exchangeStore.ts';
import { temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

it('a source of very many drawers has no closets, and the import says so', async () => {
  const file = path.join(temporaryFolder(), 'drawers.jsonl');
  const lines = (source: string, count: number) =>
    Array.from({ length: count }, (_, seq) =>
      JSON.stringify({
        ...{ id: `${source}-${seq}`, wing: 'harbor', room: 'chat', source_file: source, seq },
        text: `The Crane of Pier ${seq % 9} waits for the Harbour Office.`,
      }),
    );
  writeFileSync(file, [...lines('long.txt', 2001), ...lines('short.txt', 2)].join('\n'));
  const store = await emptyStore();
  await store.write((transaction) => transaction.setMeta(closetsMeta, 'kept'));
  const clock = () => new Date('2026-03-01T12:00:00Z');
  expect(await importDrawers(store, file, { clock })).toMatchObject({ added: 2003, without_closets: 1 });
  const closets = store.read.sources('import').map(({ path: name, id }) => {
    return [name, store.read.closetsOfSource(id).length > 0];
  });
  expect(Object.fromEntries(closets)).toEqual({ 'long.txt': false, 'short.txt': true });
  const { warnings } = await importPalace(store, file, {
    clock,
    format: 'drawers',
    isDryRun: false,
    sqliteWasm: '',
  });
  const told = 'No closets (index cards) for 1 source with very many drawers, which can still be found.';
  expect(warnings).toEqual([told]);
  // A file of drawers among conversations, too.
  expect((await importFiles(store, [file])).problems).toEqual([{ file, where: '', reason: told }]);
});
