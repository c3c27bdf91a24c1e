// docs/seeds.md says where each item of the seeds is in this repository. This finds the wrong references.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const page = 'docs/seeds.md';
/** Folders that a reference may begin in. */
const roots = ['', 'extension'];
/** `folder/file.ts`, perhaps followed by `: ` and texts of that file in code spans, separated by commas. */
const reference = /`((?:[\w.-]+\/)+[\w.-]+\.\w+)`((?:: `[^`]+`(?:, `[^`/]+`)*)?)/g;

/**
 * What is wrong with the references of the page: a file that does not exist, a text that its file does not have, a row
 * without any reference. One line each.
 * @param {string} projectFolder
 * @param {string} [text] the page; read from the repository when absent
 */
export const brokenSeedReferences = (
  projectFolder,
  text = readFileSync(path.join(projectFolder, page), 'utf8'),
) => {
  const contents = new Map();
  /** @param {string} file */
  const contentOf = (file) => {
    const found = roots.map((root) => path.join(projectFolder, root, file)).find((name) => existsSync(name));
    if (!contents.has(file)) contents.set(file, found === undefined ? null : readFileSync(found, 'utf8'));
    return contents.get(file);
  };
  let inTable = false;
  return text.split('\n').flatMap((line, index) => {
    const isRow = inTable && line.startsWith('| ') && !line.startsWith('| ---');
    inTable = line.startsWith('| the seed |') || (inTable && line.startsWith('|'));
    const found = [...line.matchAll(reference)];
    const wrong = found.flatMap(([, file = '', texts = '']) => {
      const content = contentOf(file);
      if (content === null) return [`there is no ${file}`];
      return [...texts.matchAll(/`([^`]+)`/g)]
        .filter(([, named = '']) => !content.includes(named))
        .map(([, named]) => `${file} does not have “${named}”`);
    });
    if (isRow && found.length === 0) wrong.push('the row names no file');
    return wrong.map((problem) => `${page}:${index + 1}: ${problem}`);
  });
};
