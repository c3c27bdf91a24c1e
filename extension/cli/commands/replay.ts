import { replayPacket } from '../../service/replayPacket.ts';
import type { GlobalOptions } from '../terminal/cliContext.ts';
import { readPacketFile } from './packetFile.ts';
import { printResult } from './search.ts';

/** Computes a recorded search again; no palace is needed. */
export const replayCommand = (file: string, options: GlobalOptions): void => {
  const result = replayPacket(readPacketFile(file));
  printResult(
    result,
    options.json === true,
    result.results.some(({ score_events: events }) => events !== undefined),
  );
};
