/** What the last line of an indexed commit's text says: `Files: a.ts, b.ts … and 3 more (+45/-12)`, or `Files: 5 in all`. */
interface FilesOfCommit {
  /** In the repository. A name that itself contains `, ` is not put together again. */
  readonly names: readonly string[];
  /** Those that are not listed included. */
  readonly count: number;
}

const lastLine = /\nFiles: (?:(\d+) in all|([^\n]*?)(?: … and (\d+) more)?)(?: \(\+\d+\/-\d+\))?$/;

/** The files that a commit's text lists; none if it has no such line. */
export const filesOfCommit = (text: string): FilesOfCommit => {
  const [, all = '0', listed = '', more = '0'] = lastLine.exec(text) ?? [];
  const names = listed === '' ? [] : listed.split(', ');
  return { names, count: names.length + Number(more) + Number(all) };
};
