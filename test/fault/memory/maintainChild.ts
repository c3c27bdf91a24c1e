import { writeSync } from 'node:fs';
import { ageingLimits } from '../../../extension/palace/memory/ageing/ageingRules.ts';
import { ageMemory } from '../../../extension/palace/memory/ageing/maintenance.ts';
import { isoTime } from '../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';

/** Runs one maintenance pass and says how far it has come; it is killed on its way. */
const [folder = '', sqliteWasm = '', now = ''] = process.argv.slice(2);
const store = await openPalaceStore({ folder, sqliteWasm });
writeSync(1, 'open\n');
await ageMemory(store, {
  dryRun: false,
  now: isoTime(now),
  limits: ageingLimits(),
  onProgress: (done, total) => {
    if (total !== null) writeSync(1, `done ${done}\n`);
  },
});
writeSync(1, 'end\n');
await store.close();
