import { writeFileSync } from 'node:fs';
import { reasonOf } from '../../../base/files/errno.ts';
import { readGuardedSync } from '../../../base/files/guardedFile.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import type { ReplayPacket } from '../../../palace/contract/search/searchResult.ts';

/** Writes a packet to a file that only this user can read: it holds the candidates' texts. Throws E_DISK_ERROR. */
export const writePacketFile = (file: string, packet: ReplayPacket): void => {
  try {
    writeFileSync(file, `${JSON.stringify(packet)}\n`, { mode: 0o600 });
  } catch (thrown) {
    throw new PalaceError('E_DISK_ERROR', `The packet could not be written to ${file} (${reasonOf(thrown)}).`, {
      cause: thrown,
      remedy: 'Name a file in a folder that can be written.',
    });
  }
};

/** Bytes; a packet of a thousand long candidates has a tenth of this. */
const mostPacketBytes = 256 << 20;

/** Reads a packet's JSON from a file without validating it. Throws E_REPLAY. */
export const readPacketFile = (file: string): unknown => {
  let text: string;
  try {
    text = readGuardedSync(file, { mostBytes: mostPacketBytes }).toString('utf8');
  } catch (thrown) {
    throw new PalaceError('E_REPLAY', `${file} can’t be read (${reasonOf(thrown)}).`, {
      cause: thrown,
      remedy: 'Check the path.',
    });
  }
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new PalaceError('E_REPLAY', `${file} is not a packet: it is not JSON.`, { cause: thrown });
  }
};
