import { describe, expect, it } from 'vitest';
import {
  assignPrefixes,
  closeRegistry,
  openRegistry,
  sourceOwners,
} from '../../../../extension/palace/mining/workspaceFolders.ts';
import { parseFolderRegistry } from '../../../../extension/palace/model/source/folderRegistry.ts';

const one = { path: '/w/one', name: 'one' };
const two = { path: '/w/two', name: 'two' };
const none = new Set<string>();
const prefixes = (folders: { path: string; name: string }[], registry = {}, gone: ReadonlySet<string> = none) =>
  assignPrefixes(folders, registry, gone).map(({ prefix, formerPrefixes }) => [prefix, formerPrefixes]);

describe('the folders of a palace', () => {
  it('puts names in front of paths only where there are several folders', () => {
    expect(prefixes([one])).toEqual([['', []]]);
    expect(prefixes([one, two])).toEqual([
      ['one/', []],
      ['two/', []],
    ]);
    expect(prefixes([one, { path: '/v/one', name: 'one' }])).toEqual([
      ['one/', []],
      ['one-2/', []],
    ]);
  });

  it('does not give away what another folder holds', () => {
    const registry = { '/w/one': { prefix: '', places: 'p' } };
    expect(prefixes([two], registry)).toEqual([['two/', []]]);
    expect(prefixes([two], { ...registry, '/v/two': { prefix: 'two/', places: '' } })).toEqual([['two-2/', []]]);
  });

  it('hands the sources of a folder that is gone to the one that takes its place', () => {
    expect(prefixes([two], { '/w/one': { prefix: '', places: 'p' } }, new Set(['/w/one']))).toEqual([['', ['']]]);
  });

  it('remembers where sources came from until a run that moves them is complete', () => {
    const first = closeRegistry({}, assignPrefixes([one], {}, none), [{ places: 'p', wing: 'first', nested: [] }]);
    const moving = openRegistry(first, assignPrefixes([one, two], first, none));
    expect(moving).toEqual({
      '/w/one': { prefix: 'one/', former: [''], places: 'p', wing: 'first' },
      '/w/two': { prefix: 'two/', places: '' },
    });
    const again = assignPrefixes([one, two], moving, none);
    const ownerOf = sourceOwners(again, moving);
    expect(ownerOf('a.md')).toEqual({ folder: 0, path: 'a.md' });
    expect(ownerOf('one/a.md')).toEqual({ folder: 0, path: 'a.md' });
    expect(ownerOf('two/a.md')).toEqual({ folder: 1, path: 'a.md' });
    expect(
      closeRegistry(moving, again, [
        { places: 'p', wing: 'first', nested: [] },
        { places: 'q', wing: 'two', nested: [] },
      ]),
    ).toEqual({
      '/w/one': { prefix: 'one/', places: 'p', wing: 'first' },
      '/w/two': { prefix: 'two/', places: 'q', wing: 'two' },
    });
  });

  it('knows no owner for sources of folders that are not mined', () => {
    const registry = { '/w/one': { prefix: '', places: '' }, '/w/two': { prefix: 'two/', places: '' } };
    expect(sourceOwners(assignPrefixes([one], registry, none), registry)('two/a.md')).toBeUndefined();
    expect(sourceOwners(assignPrefixes([two], registry, none), registry)('a.md')).toBeUndefined();
  });

  it('takes the sources of an import for those of the folders that are mined first', () => {
    expect(sourceOwners(assignPrefixes([one], {}, none), {})('a.md')).toEqual({ folder: 0, path: 'a.md' });
    const ownerOf = sourceOwners(assignPrefixes([one, two], {}, none), {});
    expect(ownerOf('two/a.md')).toEqual({ folder: 1, path: 'a.md' });
    expect(ownerOf('a.md')).toBeUndefined();
  });

  it('takes a registry that can not be read for none', () => {
    for (const text of [undefined, '', '[]x', '{"a":1}']) expect(parseFolderRegistry(text)).toEqual({});
  });
});
