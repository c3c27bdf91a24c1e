// Files and folders that the documents name in code (`palace/mining/`). This finds those that the repository no longer has.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A path, or the name of a source. Placeholders (NAME, SUBJECT, *, …) are no names of files. */
const named = /`((?:\.\.\/)*((?:[\w.-]+\/)+[\w.-]*|[\w-]+\.ts))`/g;
const placeholder = /NAME|SUBJECT/;
/** Fixtures have folders as anybody's repository does. */
const own = /^(?:extension|webview|scripts|test(?!\/fixtures\/))\//;

/**
 * What of the repository's own paths in Markdown files does not exist. One line each. A path may begin at any folder (`palace/mining/`),
 * so it is the repository's own if a folder of the programs, their tests or the scripts has its first name.
 * @param {string} projectFolder
 * @param {readonly string[]} files of the repository, relative to the folder
 * @param {readonly string[]} documents of these, the Markdown files to look at
 * @param {(file: string) => string} [read] a document's text, by its relative path
 */
export const brokenDocPaths = (
  projectFolder,
  files,
  documents,
  read = (file) => readFileSync(path.join(projectFolder, file), 'utf8'),
) => {
  /** Every end of every file's and folder's path. @type {Set<string>} */
  const ends = new Set();
  /** @type {Set<string>} */
  const folders = new Set();
  for (const file of files) {
    const parts = file.split('/');
    if (own.test(file)) for (const part of parts.slice(0, -1)) folders.add(part);
    for (let to = 1; to <= parts.length; to++)
      for (let from = 0; from < to; from++) ends.add(parts.slice(from, to).join('/'));
  }
  // Other programs have such a folder, too; to our own documents lead links.
  folders.delete('docs');
  return documents.flatMap((document) =>
    read(document)
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(named)].flatMap(([, whole = '', name = '']) => {
          const [first = '', ...rest] = name.split('/');
          const isOwn = rest.length === 0 || folders.has(first);
          return !isOwn || placeholder.test(name) || ends.has(name.replace(/\/$/, ''))
            ? []
            : [`${document}:${index + 1}: there is no ${whole}`];
        }),
      ),
  );
};
