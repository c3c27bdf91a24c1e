import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** 128 random bits, in characters that need no quoting in a shell or URL. */
export const newPassword = (): string => randomBytes(16).toString('base64url');

/** Iterations of the hash, PostgreSQL's default. */
const rounds = 4096;

/**
 * What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803), so that the password itself never reaches the server's log.
 * The password must be ASCII, since it is not normalised.
 */
export const scramVerifier = (password: string): string => {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyOf = (what: string) => createHmac('sha256', salted).update(what).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
};
