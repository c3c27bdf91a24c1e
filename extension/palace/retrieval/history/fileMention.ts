/** A file that was mined, under the path that the palace knows it by. */
export interface MinedPath {
  readonly path: string;
  readonly wing: string | null;
}

/** The file whose mentions are looked for. */
export interface MentionedFile extends MinedPath {
  /** With `/`. */
  readonly absolute: string;
}

/** The last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const endsWithPath = (path: string, end: string): boolean => path === end || path.endsWith(`/${end}`);

/**
 * What may come before a path, and what continues a name: `a.ts` is not in `a.tsx`, `a.ts.map`, `a.ts/b` or
 * `a.ts-old`.
 */
const beforePath = /[\s"'`<>()[\]{},;|=*:]/u;
const goesOn = /^(?:[\p{L}\p{N}_/-]|\.[\p{L}\p{N}_])/u;

/**
 * Tells whether a text mentions the file: by its whole path, or by as much of its end as no other mined file has. A name with
 * neither a folder nor a dot (`Makefile`) counts only for the file of that very path. `namesakes`: mined files of the same name.
 */
export const fileMention = (
  file: MentionedFile,
  namesakes: readonly MinedPath[],
): ((text: string, wing: string) => boolean) => {
  const name = fileName(file.path);
  const base = file.absolute.endsWith(`/${file.path}`) ? file.absolute.slice(0, -file.path.length) : '';
  const others = namesakes.filter(({ path }) => path !== file.path);
  const isMeant = (written: string, wing: string): boolean => {
    if (written === file.path || written === file.absolute) return true;
    if (isAbsolute(written))
      return (
        // An absolute path in this workspace must be the file's own; elsewhere, it may be from a time when the
        // workspace was in another place.
        (base === '' || !written.startsWith(base)) &&
        file.path.includes('/') &&
        endsWithPath(written, file.path) &&
        !others.some(({ path }) => path.length > file.path.length && endsWithPath(written, path))
      );
    if (!written.includes('/') && !written.includes('.')) return false;
    const isEndOf = ({ path }: MinedPath): boolean => endsWithPath(`${base}${path}`, written);
    if (!isEndOf(file) || others.some(({ path }) => path === written)) return false;
    const rivals = others.filter(isEndOf);
    return rivals.length === 0 || (file.wing === wing && rivals.every((rival) => rival.wing !== wing));
  };
  return (text, wing) => {
    const plain = text.replace(/\\+/g, '/');
    for (let at = plain.indexOf(name); at >= 0; at = plain.indexOf(name, at + 1)) {
      const end = at + name.length;
      if (goesOn.test(plain.slice(end, end + 2))) continue;
      // A path with spaces or brackets is known only as a whole.
      if (endsInPath(plain, end, file.path)) return true;
      let start = at;
      while (start > 0 && !beforePath.test(plain.charAt(start - 1))) start -= 1;
      const drive = /[A-Za-z]:$/.exec(plain.slice(Math.max(0, start - 2), start))?.[0] ?? '';
      if (isMeant(`${drive}${plain.slice(start, end)}`.replace(/^(?:\.{1,2}\/)+/, ''), wing)) return true;
    }
    return false;
  };
};

const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:\/)/.test(path);

/** Whether the text before `end` ends with the whole path, and nothing longer. */
const endsInPath = (text: string, end: number, path: string): boolean => {
  const start = end - path.length;
  return (
    text.startsWith(path, Math.max(0, start)) &&
    start >= 0 &&
    (start === 0 || beforePath.test(text.charAt(start - 1)))
  );
};

/**
 * Tells whether a commit's text lists or names a file of its repository. `path` is the file's in the repository: commits name files
 * by their whole paths.
 */
export const namesInCommit = (text: string, path: string): boolean => {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const end = at + path.length;
    if (!goesOn.test(text.slice(end, end + 2)) && endsInPath(text, end, path)) return true;
  }
  return false;
};
