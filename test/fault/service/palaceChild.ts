import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { connectPalace } from '../../../extension/service/connectPalace.ts';

/** One of several processes that write to one palace: files its notes from `from` on, some at once, and says which were acknowledged. They are sensitive, so that no model has to be loaded. */
const [folder = '', distFolder = '', writer = '', from = '0', to = '0'] = process.argv.slice(2);
const atOnce = 4;
const say = (line: string): void => void writeSync(1, `${line}\n`);

/** The same for the same note, so that a writer that was killed can ask again. */
const requestOf = (n: number): string => {
  const hex = createHash('sha256').update(`${writer} ${n}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const { api, close } = await connectPalace({
  folder,
  workspace: 'many',
  distFolder,
  modelFolder: `${folder}-no-model`,
});
let next = Number(from);
const write = async (): Promise<void> => {
  while (next < Number(to)) {
    const n = next++;
    const began = Date.now();
    await api.save(
      {
        text: `Writer ${writer}, note ${n}: the crane was inspected.`,
        type: 'insight',
        allow_duplicate: true,
        sensitive: true,
      },
      { request: requestOf(n) },
    );
    say(`done ${n} ${began} ${Date.now()}`);
  }
};
await Promise.all(Array.from({ length: atOnce }, write));
await close();
say('closed');
