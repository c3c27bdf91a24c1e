import { writeSync } from 'node:fs';
import { moveBack } from '../../../extension/palace/memory/ageing/movedBatches.ts';
import { isoTime } from '../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';

/** Takes a batch of moves back and says how many transactions are done; it is killed on its way. */
const [folder = '', sqliteWasm = '', now = '', batch = ''] = process.argv.slice(2);
const store = await openPalaceStore({ folder, sqliteWasm });
let done = 0;
writeSync(1, 'open\n');
await moveBack(
  {
    read: store.read,
    write: async (work) => {
      const result = await store.write(work);
      writeSync(1, `done ${(done += 1)}\n`);
      return result;
    },
  },
  batch,
  isoTime(now),
);
writeSync(1, 'end\n');
await store.close();
