import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { homeFolder } from '../../base/files/homeFolder.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { TeamAddress } from './teamUrl.ts';

/**
 * The password for a server: the one given (from the editor's secret storage), that of the URL, `PGPASSWORD`, or the line of
 * `.pgpass` (`PGPASSFILE`) that fits, in this order; null if there is none, as on a server that trusts the socket.
 * An empty variable counts as none, as for PostgreSQL's own programs. Throws E_TEAM_LOGIN if others than its owner may read
 * that file.
 */
export const passwordFor = (
  address: TeamAddress,
  given: string | null,
  environment: NodeJS.ProcessEnv = process.env,
): string | null =>
  given ??
  address.password ??
  (environment['PGPASSWORD'] || null) ??
  passwordInFile(address, pgpassFile(environment));

const pgpassFile = (environment: NodeJS.ProcessEnv): string =>
  environment['PGPASSFILE'] ||
  (process.platform === 'win32'
    ? path.join(environment['APPDATA'] ?? homeFolder(), 'postgresql', 'pgpass.conf')
    : path.join(homeFolder(), '.pgpass'));

const passwordInFile = ({ host, port, database, user }: TeamAddress, file: string): string | null => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return null;
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new PalaceError('E_TEAM_LOGIN', errorText`Others may read ${file}, so its passwords are not used.`, {
      remedy: errorText`Make it readable only by you: chmod 600 ${file}.`,
    });
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const fields = fieldsOf(line);
    const password = fields[4];
    if (password !== undefined && wanted.every((value, index) => ['*', value].includes(fields[index] ?? '')))
      return password;
  }
  return null;
};

/** Fields end at a colon; a backslash takes the next character as it is. */
const fieldsOf = (line: string): string[] =>
  (line.match(/(?:\\.|[^:\\])*(?::|$)/g) ?? []).map((field) => field.replace(/:$/, '').replace(/\\(.)/g, '$1'));
