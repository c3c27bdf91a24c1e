import { expect, it } from 'vitest';
import {
  folderRegistryKey,
  type FolderRegistry,
} from '../../../../../extension/palace/model/source/folderRegistry.ts';
import { changesOfFiles } from '../../../../../extension/palace/retrieval/phases/changesOfFiles.ts';
import { candidate, type CandidateSketch } from '../../../../fixtures/candidates.ts';

const mined: FolderRegistry = { '/projects/harbour': { prefix: '', places: '' } };

const changes = (
  sketches: readonly CandidateSketch[],
  { folders = mined, roots = {} }: { folders?: FolderRegistry; roots?: Readonly<Record<string, string>> } = {},
) =>
  changesOfFiles(
    sketches.map((sketch, slot) => candidate({ slot, ...sketch })),
    {
      meta: (key) => (key === folderRegistryKey ? JSON.stringify(folders) : undefined),
      propertyOf: (ids, name) =>
        new Map(ids.flatMap((id) => (name === 'repository' && id in roots ? [[id, roots[id] ?? '']] : []))),
    },
  );
const file = (id: string, sourceFile: string, more: CandidateSketch = {}): CandidateSketch => ({
  ...{ id, sourceFile, type: 'file' },
  ...more,
});
const commit = (id: string, files: string, more: CandidateSketch = {}): CandidateSketch => ({
  ...{ id, type: 'git_commit', sourceFile: 'harbour.git', text: `[main] Berths\nFiles: ${files}` },
  ...more,
});

it('finds every drawer of the files that a commit of the mined folder changed', () => {
  expect(
    changes(
      [
        file('a', 'src/berth.ts'),
        file('b', 'src/berth.ts'),
        file('c', 'src/tide.ts'),
        commit('x', 'src/berth.ts, gone.ts … and 4 more (+1/-2)'),
        commit('y', 'elsewhere.ts (+1/-2)'),
      ],
      { roots: { x: '/projects/harbour/', y: '/projects/harbour' } },
    ),
  ).toEqual([{ commit: 'x', drawers: ['a', 'b'], files: 6 }]);
});

it('tells files of the same path in two repositories apart', () => {
  const folders = {
    '/projects/harbour': { prefix: 'harbour/', places: '' },
    '/projects/bakery': { prefix: 'bakery/', places: '' },
  };
  const found = changes(
    [file('a', 'harbour/src/index.ts'), file('b', 'bakery/src/index.ts'), commit('x', 'src/index.ts')],
    { folders, roots: { x: '/projects/bakery' } },
  );
  expect(found).toEqual([{ commit: 'x', drawers: ['b'], files: 1 }]);
});

it('knows a part of a repository that was mined alone', () => {
  const folders = { '/projects/harbour/tools': { prefix: '', places: '' } };
  expect(
    changes([file('a', 'lift.ts'), commit('x', 'tools/lift.ts, lift.ts')], {
      folders,
      roots: { x: '/projects/harbour' },
    }),
  ).toEqual([{ commit: 'x', drawers: ['a'], files: 2 }]);
});

it('takes a commit of another clone for the files of the same path in its wing only', () => {
  const drawers = [file('a', 'src/berth.ts', { wing: 'harbour' }), file('b', 'src/oven.ts', { wing: 'bakery' })];
  const other = commit('x', 'src/berth.ts, src/oven.ts', { wing: 'harbour' });
  expect(changes([...drawers, other], { roots: { x: '/elsewhere/harbour' } })).toEqual([
    { commit: 'x', drawers: ['a'], files: 2 },
  ]);
  expect(changes([...drawers, other])).toEqual([{ commit: 'x', drawers: ['a'], files: 2 }]);
});

it('leaves out sensitive commits, notes that name a file, and files that no candidate belongs to', () => {
  expect(
    changes(
      [
        file('a', 'src/berth.ts'),
        commit('x', 'src/berth.ts', { sensitive: true }),
        commit('y', 'src/berth.ts', { type: 'decision' }),
        commit('z', 'src/tide.ts'),
      ],
      { roots: { x: '/projects/harbour', y: '/projects/harbour', z: '/projects/harbour' } },
    ),
  ).toEqual([]);
});
