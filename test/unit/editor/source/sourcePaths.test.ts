import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcePaths } from '../../../../extension/editor/source/sourcePaths.ts';

const a = { path: path.resolve('/w/a'), name: 'a' };
const b = { path: path.resolve('/w/b'), name: 'b' };

describe('the places where a source may lie', () => {
  it('are in the one workspace folder', () => {
    expect(sourcePaths('src/x.ts', [a])).toEqual([path.join(a.path, 'src', 'x.ts')]);
  });

  it('begin with the folder that the path names, when there are several', () => {
    expect(sourcePaths('b/src/x.ts', [a, b])[0]).toBe(path.join(b.path, 'src', 'x.ts'));
  });

  it("are found though the folder's part of the path was altered to be unlike another's", () => {
    expect(sourcePaths('a-2/src/x.ts', [a, { ...b, name: 'a' }])).toContain(path.join(b.path, 'src', 'x.ts'));
  });

  it('never lie outside the workspace folders', () => {
    expect(sourcePaths('../secret', [a])).toEqual([]);
    expect(sourcePaths('x/../../secret', [a, b])).toEqual([]);
    expect(sourcePaths('.', [a])).toEqual([]);
  });

  it('are the path itself for a source outside the workspace', () => {
    expect(sourcePaths(path.resolve('/chats/one.jsonl'), [a])).toEqual([path.resolve('/chats/one.jsonl')]);
  });
});
