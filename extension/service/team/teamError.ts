import * as z from 'zod';
import { messageOf } from '../../base/text/messageOf.ts';
import { errnoOf } from '../../base/files/errno.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { TeamAddress } from './teamUrl.ts';

/** What went wrong between this machine and the team's server, in the user's terms. `thrown` is what `pg` threw. */
export const teamError = (thrown: unknown, { host, port, user, database }: TeamAddress): PalaceError => {
  if (thrown instanceof PalaceError) return thrown;
  if (thrown instanceof z.ZodError)
    return new PalaceError(
      'E_TEAM',
      errorText`The team’s server gave an impossible answer: ${thrown.issues[0]?.path.join('.') ?? ''}`,
      { cause: thrown, remedy: 'Ask the server’s administrator. Nothing from that answer was used.' },
    );
  const message = messageOf(thrown);
  const code = codeOf(thrown);
  const cause = { cause: thrown };
  if (/must be a (?:non-empty )?string/.test(message))
    return new PalaceError(
      'E_TEAM_LOGIN',
      errorText`The team's server refused ${user} without a password.`,
      cause,
    );
  if (/^28|^3D000$/.test(code) || /no password|SASL/.test(message))
    return new PalaceError('E_TEAM_LOGIN', errorText`The team's server refused ${user}: ${message}`, cause);
  if (code === '42501')
    return new PalaceError('E_TEAM_RIGHT', errorText`The team's server refused this: ${message}`, cause);
  if (['53100', '53200', '53400', '54000'].includes(code))
    return new PalaceError('E_TEAM_FULL', errorText`The team's server has no room left: ${message}`, cause);
  if (/^(?:3F000|42P01|42883|42703|42704|58P01|0A000)$/.test(code))
    return new PalaceError(
      'E_TEAM_SCHEMA',
      errorText`The database ${database} is not set up for a team: ${message}`,
      { ...cause, remedy: 'An administrator sets it up: synapse-palace team setup URL.' },
    );
  if (code === '25006')
    return new PalaceError('E_TEAM_UNREACHABLE', errorText`The team's server is read-only at the moment.`, cause);
  if (isTls(code, message))
    return new PalaceError('E_TEAM_TLS', errorText`No secure connection to ${host}: ${message}`, cause);
  if (/\btime-?out\b/i.test(message))
    return new PalaceError(
      'E_TEAM_UNREACHABLE',
      errorText`The team's server at ${host}:${port} did not answer in time.`,
      cause,
    );
  if (/^(?:57|08|53|40)/.test(code) || errnoOf(thrown) !== undefined || isConnectionLoss(message))
    return new PalaceError(
      'E_TEAM_UNREACHABLE',
      errorText`The team's server at ${host}:${port} can't be reached: ${message}`,
      cause,
    );
  return new PalaceError(
    'E_INTERNAL',
    errorText`The team's server answered with an error: ${message} (${code})`,
    cause,
  );
};

/** The server's SQLSTATE, or Node's error code. */
const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : '';

/** An error of the system (`ECONNRESET`, `ENOTFOUND`) may have such words in its message: a host's name, a handshake that was cut off. */
const isTls = (code: string, message: string): boolean =>
  /^ERR_(?:TLS|SSL)|^CERT_|SELF_SIGNED|UNABLE_TO_|^EPROTO$|^HOSTNAME_MISMATCH|CRL/.test(code) ||
  (!/^E(?!RR)[A-Z_]+$/.test(code) && /SSL|TLS|certificate/i.test(message));

const isConnectionLoss = (message: string): boolean =>
  /connection|timeout|terminated|not queryable|closed/i.test(message);
