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

  it('are in the folder that a number tells apart from others of its name, and not in those', () => {
    const second = { ...b, name: 'a' };
    expect(sourcePaths('a-2/x.ts', [a, second])).not.toContain(path.join(a.path, 'x.ts'));
    expect(sourcePaths('a/x.ts', [a, second])).not.toContain(path.join(b.path, 'x.ts'));
    // Counted with a folder that was taken out of the workspace.
    expect(sourcePaths('a-2/x.ts', [a, b])).toContain(path.join(a.path, 'x.ts'));
  });

  it('are found by the name as paths show it', () => {
    const spaced = { path: path.resolve('/w/my app'), name: 'my app' };
    expect(sourcePaths('my-app/x.ts', [a, spaced])[0]).toBe(path.join(spaced.path, 'x.ts'));
  });

  it("never are another folder's file of the same name", () => {
    expect(sourcePaths('a/x.ts', [a, b])).not.toContain(path.join(b.path, 'x.ts'));
    expect(sourcePaths('gone/x.ts', [a, b])).not.toContain(path.join(a.path, 'x.ts'));
    expect(sourcePaths('a-2/x.ts', [a, { ...b, name: 'a-2' }])).not.toContain(path.join(a.path, 'x.ts'));
  });

  it('never lie outside the workspace folders', () => {
    expect(sourcePaths('../secret', [a])).toEqual([]);
    expect(sourcePaths('x/../../secret', [a, b])).toEqual([]);
    expect(sourcePaths('.', [a])).toEqual([]);
    expect(sourcePaths('..notes/x.md', [a])).toEqual([path.join(a.path, '..notes', 'x.md')]);
  });

  it('are the path itself for a source outside the workspace', () => {
    expect(sourcePaths(path.resolve('/chats/one.jsonl'), [a])).toEqual([path.resolve('/chats/one.jsonl')]);
  });
});
