// Links between the documents of the repository. This finds those that lead nowhere.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `[text](target)` or `![text](target)`; an address with a scheme is not ours to check. */
const link = /!?\[[^\]]*\]\((?![a-z][a-z+.-]*:)([^)\s]+)\)/g;

/** A heading's anchor, as GitHub and VS Code make it. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** The text without code blocks, whose lines become empty. @param {string} text */
const withoutCode = (text) =>
  text.replaceAll(/^(```+|~~~+)[\s\S]*?^\1/gm, (block) => block.replaceAll(/[^\n]/g, ''));

/** @param {string} text */
const anchorsOf = (text) => {
  const anchors = new Set();
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading);
    let name = anchor;
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
};

/**
 * What is wrong with the links of Markdown files: a file that does not exist, a heading that its file does not have. One
 * line each.
 * @param {string} projectFolder
 * @param {readonly string[]} files relative to the folder
 * @param {(file: string) => string} [read] a file's text, by its relative path
 */
export const brokenDocLinks = (
  projectFolder,
  files,
  read = (file) => readFileSync(path.join(projectFolder, file), 'utf8'),
) =>
  files.flatMap((file) =>
    withoutCode(read(file))
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(link)].flatMap(([, target = '']) => {
          const [name = '', anchor] = decodeURI(target).split('#');
          const wanted = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
          const where = `${file}:${index + 1}`;
          if (wanted !== file && !existsSync(path.join(projectFolder, wanted)))
            return [`${where}: there is no ${wanted}`];
          if (anchor === undefined || !wanted.endsWith('.md') || anchorsOf(read(wanted)).has(anchor)) return [];
          return [`${where}: ${wanted} has no heading #${anchor}`];
        }),
      ),
  );
