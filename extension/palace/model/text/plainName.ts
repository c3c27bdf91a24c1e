/**
 * A name as paths, wings and rooms show it: letters and digits of any script, `_`, `.` and `-`. Every run of other characters
 * becomes one `-`. May be empty.
 */
export const plainName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 64);
