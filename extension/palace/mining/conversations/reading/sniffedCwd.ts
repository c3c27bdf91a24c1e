import { parseJson } from '../../../../base/text/parseJson.ts';

/** The first working folder named at a session's beginning; null if there is none. */
export const sniffedCwd = (start: Uint8Array): string | null => {
  const quoted = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(new TextDecoder().decode(start))?.[1];
  const value = quoted === undefined ? undefined : parseJson(quoted);
  return typeof value === 'string' && value !== '' ? value : null;
};
