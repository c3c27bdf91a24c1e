import { connectPalace } from '../../../extension/service/connectPalace.ts';

/** Opens a palace as a window does that is left alone: whoever comes later joins it. Closes it when standard input ends. */
const [folder = '', distFolder = '', modelFolder = ''] = process.argv.slice(2);
const palace = await connectPalace({ folder, workspace: 'soak', distFolder, modelFolder });
await palace.api.status({});
process.stdin.once('end', () => void palace.close());
process.stdin.resume();
process.stdout.write('open\n');
