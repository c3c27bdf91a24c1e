// Writes THIRD_PARTY_NOTICES: every package whose code is in dist/ and every other work the extension ships, with licence.
// With --check it writes nothing and fails if the committed file is not what it would write.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const noticesFile = path.join(projectFolder, 'THIRD_PARTY_NOTICES');
const licenceText = (name) => readFileSync(path.join(projectFolder, 'scripts', 'licences', `${name}.txt`), 'utf8');

/** Packages whose files are copied into dist/ as they are, which the bundler does not see. */
const copiedPackages = ['sql.js', 'onnxruntime-web'];

/** Licences that may be shipped: only permissive ones. */
const licencesToShip = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Unlicense',
];

/** Copyright lines of packages that state an MIT licence and come without its text. */
const microsoft = 'Copyright (c) Microsoft Corporation. All rights reserved.';
const copyrightOfPackagesWithoutText = {
  'onnxruntime-web': microsoft,
  'onnxruntime-common': microsoft,
  '@microsoft/fast-element': microsoft,
  '@microsoft/fast-foundation': microsoft,
  '@microsoft/fast-react-wrapper': microsoft,
  '@microsoft/fast-web-utilities': microsoft,
  'pg-types': 'Copyright (c) 2014 Brian M. Carlson',
  pgpass: 'Copyright (c) 2013-2016 Hannes Hörl',
};

/** Shipped works that are not npm packages, and the sources of the WebAssembly modules of two packages. */
const otherWorks = [
  {
    title: 'all-MiniLM-L6-v2 (the embedding model in media/models)',
    licence: 'Apache-2.0',
    homepage: 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2',
    text:
      "Trained by the sentence-transformers project on top of Microsoft's MiniLM-L6-H384-uncased (MIT). Shipped with its weights quantised to\n" +
      `8-bit integers twice: converted to ONNX (model.onnx), as published by the LangChain4j project (Apache-2.0), and by this project\nfrom the published 32-bit floats, with one scale a row (weights.int8).\n\n${licenceText('Apache-2.0')}`,
  },
  {
    title: 'Character maps (dist/cmaps, of pdfjs-dist)',
    licence: 'BSD-3-Clause',
    homepage: 'https://github.com/adobe-type-tools/cmap-resources',
    text: readFileSync(path.join(projectFolder, 'node_modules/pdfjs-dist/cmaps/LICENSE'), 'utf8'),
  },
  {
    title: 'SQLite (inside the WebAssembly module of sql.js)',
    licence: 'public domain',
    homepage: 'https://sqlite.org/copyright.html',
    text: 'The author disclaims copyright to this source code.',
  },
  {
    title: 'Emscripten and musl (runtime parts inside the WebAssembly modules of sql.js and onnxruntime-web)',
    licence: 'MIT',
    homepage: 'https://emscripten.org',
    text: `Copyright (c) 2010-2014 Emscripten authors; Copyright (c) 2005-2020 Rich Felker, et al.\n\n${licenceText('MIT')}`,
  },
  {
    title: 'Libraries inside the WebAssembly module of onnxruntime-web',
    licence: 'see each',
    homepage: 'https://github.com/microsoft/onnxruntime/blob/main/ThirdPartyNotices.txt',
    text:
      'Abseil (Apache-2.0), Eigen (MPL-2.0; its source: https://gitlab.com/libeigen/eigen), FlatBuffers (Apache-2.0), GSL (MIT),\n' +
      'JSON for Modern C++ (MIT), ONNX (Apache-2.0), Protocol Buffers (BSD-3-Clause), RE2 (BSD-3-Clause), SafeInt (MIT).\n' +
      'Their notices and licence texts are in ThirdPartyNotices.txt of ONNX Runtime, at the address above.',
  },
];

const ruler = '='.repeat(100);
try {
  const notices = currentNotices();
  if (!process.argv.includes('--check')) {
    writeFileSync(noticesFile, notices);
  } else if (readOrEmpty(noticesFile) !== notices) {
    throw new Error(
      'THIRD_PARTY_NOTICES is not what the bundles need: run node scripts/notices.mjs and commit the file.',
    );
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function currentNotices() {
  const sections = [
    ...packageFolders().map(sectionOfPackage),
    ...otherWorks.map(({ title, licence, homepage, text }) => section(title, licence, homepage, text)),
  ];
  return `Synapse Palace ships the following works of others. Written by scripts/notices.mjs from what is bundled.\n\n${sections.join('\n')}`;
}

/** @returns {string[]} the real folders of all packages that a bundle or the copied files come from, by name */
function packageFolders() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['esbuild.mjs', '--metafile'], {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  if (status !== 0)
    throw new Error(`The bundles cannot be built, so what they hold is unknown:\n${stderr.trim()}`);
  // node_modules may be a link: a package is one folder under whatever path.
  const real = (folder) => realpathSync(path.join(projectFolder, folder)).replaceAll('\\', '/');
  const folders = new Set(copiedPackages.map((name) => real(`node_modules/${name}`)));
  for (const input of JSON.parse(stdout)) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.replaceAll('\\', '/'))?.[0];
    if (folder !== undefined) folders.add(real(folder));
  }
  const name = (folder) => folder.replace(/^.*node_modules\//, '');
  return [...folders].sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a < b ? -1 : 1));
}

function sectionOfPackage(folder) {
  const { name, version, license, homepage } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (!licencesToShip.includes(license))
    throw new Error(
      `${folder} is bundled and its licence, ${license}, is not one of ${licencesToShip.join(', ')}.`,
    );
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|copyright|notice|third-?party-?notices)/i.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  if (texts.length === 0) {
    const copyright = copyrightOfPackagesWithoutText[name];
    if (copyright === undefined || license !== 'MIT')
      throw new Error(
        `${folder} comes without a licence text (${license}): add its copyright line to scripts/notices.mjs.`,
      );
    texts.push(`${copyright}\n\n${licenceText('MIT')}`);
  }
  return section(`${name} ${version}`, license, homepage, texts.join('\n'));
}

function section(title, licence, homepage, text) {
  const clean = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
  return `${ruler}\n${title}\nLicence: ${licence}${homepage ? `\nHome page: ${homepage}` : ''}\n${ruler}\n\n${clean}\n`;
}

function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
