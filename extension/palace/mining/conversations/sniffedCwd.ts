import { parseJson } from './jsonValue.ts';

/** The first folder that a session's beginning names as the one it is held in; null where it names none. */
export const sniffedCwd = (start: Uint8Array): string | null => {
  const quoted = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(new TextDecoder().decode(start))?.[1];
  const value = quoted === undefined ? undefined : parseJson(quoted);
  return typeof value === 'string' && value !== '' ? value : null;
};
