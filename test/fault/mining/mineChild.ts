import { mineWorkspace } from '../../../extension/palace/mining/mineWorkspace.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';

/** Mines a folder into a palace: `node mineChild.cjs <palace> <workspace> <sqlite wasm>`. Writes `ready`, then `done`. */
const main = async ([palace = '', workspace = '', sqliteWasm = '']: readonly string[]): Promise<void> => {
  const store = await openPalaceStore({ folder: palace, sqliteWasm });
  process.stdout.write('ready\n');
  await mineWorkspace(
    store,
    { folders: [{ path: workspace, name: 'demo' }] },
    { clock: () => new Date(), palaceFolder: palace },
  );
  await store.close();
  process.stdout.write('done\n');
};

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
