import { rmSync } from 'node:fs';
import * as z from 'zod';
import { isErrno, reasonOf } from '../../base/files/errno.ts';
import { readGuardedSync } from '../../base/files/guardedFile.ts';
import { asReason, errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { parseJsonAs } from '../../palace/model/errors/parseJsonAs.ts';
import type { TeamConnector } from '../../palace/team/teamConnector.ts';
import { keptFile, writeKept } from '../keptFile.ts';
import { dataFolder } from '../palaceLocation.ts';
import { openTeamServer } from './openTeam.ts';
import { parseTeamUrl } from './teamUrl.ts';

const fileSchema = z.object({ url: z.string(), palace: z.string() });
const mostBytes = 1 << 16;

/**
 * Connects the palace in a folder with its team. The team is saved in this program's data folder, never in the palace's own: a palace
 * can come with a repository, which must not be able to connect it.
 */
export const teamConnector = (folder: string, data = dataFolder()): TeamConnector => {
  const file = keptFile('teams', folder, data);
  const unread = (why: string): PalaceError =>
    new PalaceError(
      'E_SETTINGS',
      errorText`The file that names the palace’s team (${file}) can't be read: ${asReason(why)}.`,
      {
        remedy: 'Delete the file and connect the palace again.',
      },
    );
  return {
    saved: () => {
      let text: string;
      try {
        text = readGuardedSync(file, { mostBytes, mayBeLink: false, isMine: true }).toString('utf8');
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return null;
        throw unread(reasonOf(error));
      }
      return parseJsonAs(text, fileSchema, unread);
    },
    save: (team) => writeKept(file, team),
    forget: () => forgetTeam(folder, data),
    open: async (url, password) => {
      const { shown, password: within } = parseTeamUrl(url);
      return { server: await openTeamServer(url, password ?? within), shown };
    },
  };
};

/** Forgets the team of a palace that was deleted. */
export const forgetTeam = (folder: string, data = dataFolder()): void =>
  rmSync(keptFile('teams', folder, data), { force: true });
