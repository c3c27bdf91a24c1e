import type { Command } from 'commander';
import { replayPacket } from '../../../service/replayPacket.ts';
import { named } from '../../options/named.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { readPacketFile } from './packetFile.ts';
import { printResult } from './printResult.ts';

/** `replay`: recomputes a recorded search without a palace. */
export const register = (program: Command): void => {
  addCommand(program, 'replay', ['--palace'])
    .argument('<file>', 'a packet that “search --replay” or the inspector wrote')
    .description('compute a recorded search again, without the palace, byte for byte')
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace search rotate token --explain --replay run.json\n  synapse-palace replay run.json',
    )
    .action((file: string, _: unknown, command: Command) => replay(file, optionsOf(command)));
};

const replay = (file: string, options: GlobalOptions): void => {
  const result = replayPacket(readPacketFile(named('the file', file)));
  printResult(result, options.json === true);
};
