import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { reasonOf } from '../../base/files/errno.ts';
import { expandHome } from '../../base/files/expandHome.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** Where a team's server is, from a URL `postgresql://role@host:port/database?sslmode=…&sslrootcert=…`. */
export interface TeamAddress {
  /** A name, an address, or the folder of a unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** From the URL, where it had better not be. */
  readonly password: string | null;
  /** False only on this machine itself, where TLS is used only if the URL asks for it. */
  readonly tls: ConnectionOptions | false;
  /** The URL without the password, as it may be saved and shown. */
  readonly shown: string;
}

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const understood = ['host', 'port', 'sslmode', 'sslrootcert'];

/**
 * Parses a team's URL. A server on another machine is talked to over TLS with a verified certificate, whatever weaker `sslmode` the
 * URL names. Throws E_USAGE for any other URL, and E_TEAM_TLS for `sslmode=disable` to another machine and for a file of
 * certificates that can't be read.
 */
export const parseTeamUrl = (text: string): TeamAddress => {
  const url = urlOf(text);
  const option = (name: string) => url.searchParams.get(name);
  const decoded = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw notUrl(text);
    }
  };
  const host = option('host') ?? decoded(url.hostname.replace(/^\[|\]$/g, ''));
  const port = Number(option('port') ?? (url.port === '' ? 5432 : url.port));
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  if (host === '' || user === '' || database === '' || !Number.isInteger(port)) throw notUrl(text);
  const password = url.password === '' ? null : decoded(url.password);
  url.password = '';
  return { host, port, user, database, password, tls: tlsOf(host, option), shown: url.href };
};

const urlOf = (text: string): URL => {
  let url: URL;
  try {
    // A URL without a host names its socket's folder in the option `host`.
    url = new URL(text);
  } catch {
    throw notUrl(text);
  }
  if (!['postgres:', 'postgresql:'].includes(url.protocol)) throw notUrl(text);
  for (const name of url.searchParams.keys())
    if (!understood.includes(name))
      throw new PalaceError('E_USAGE', errorText`The team's URL has an option that is not understood: ${name}.`);
  return url;
};

const notUrl = (text: string): PalaceError =>
  new PalaceError('E_USAGE', errorText`${withoutPassword(text)} is not the URL of a team's server.`, {
    remedy:
      'It looks like postgresql://role@host:5432/database. Leave the password out: it comes from PGPASSWORD or ~/.pgpass.',
  });

/** Of a text that is no URL: a password may hold any character in it, such as a slash, which ends a URL's host. */
const withoutPassword = (text: string): string => text.replace(/^((?:[a-z]+:\/\/)?[^:@]*):.*@/is, '$1@');

/** Whether the host is this machine, so that nothing leaves it. */
const isThisMachine = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const tlsOf = (host: string, option: (name: string) => string | null): ConnectionOptions | false => {
  const mode = option('sslmode');
  if (mode !== null && !modes.includes(mode))
    throw new PalaceError('E_USAGE', errorText`sslmode=${mode} is not one of ${modes.join(', ')}.`);
  if (host.startsWith('/')) return false;
  if (isThisMachine(host) && (mode === null || ['disable', 'allow', 'prefer'].includes(mode))) return false;
  if (mode === 'disable')
    throw new PalaceError(
      'E_TEAM_TLS',
      errorText`sslmode=disable would send the team's texts to ${host} unencrypted.`,
    );
  const file = option('sslrootcert');
  return {
    rejectUnauthorized: true,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(file === null ? {} : { ca: certificatesIn(file) }),
  };
};

const certificatesIn = (file: string): string => {
  try {
    return readFileSync(expandHome(file), 'utf8');
  } catch (thrown) {
    throw new PalaceError(
      'E_TEAM_TLS',
      errorText`The certificates in ${file} can't be read (${reasonOf(thrown)}).`,
    );
  }
};
