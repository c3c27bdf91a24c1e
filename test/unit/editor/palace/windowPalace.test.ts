import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { windowPalace, type WorkspaceView } from '../../../../extension/editor/palace/windowPalace.ts';
import { palaceFolderOf } from '../../../../extension/service/palaceLocation.ts';

const root = path.resolve('/projects/ferry');
const other = path.resolve('/projects/harbour');
const workspace = (changes: Partial<WorkspaceView> = {}): WorkspaceView => ({
  folders: [{ path: root, name: 'ferry' }],
  file: null,
  name: 'ferry',
  trusted: true,
  ...changes,
});
const data = path.resolve('/data');

describe("a palace's place", () => {
  it('is nowhere without a folder', () => {
    expect(windowPalace(workspace({ folders: [] }), '', data)).toEqual({ kind: 'nowhere', reason: 'noWorkspace' });
  });

  it('is, for one folder, where the command line looks too', () => {
    expect(windowPalace(workspace(), '', data)).toEqual({
      kind: 'place',
      folder: palaceFolderOf(root, data),
      inWorkspace: null,
    });
  });

  it('belongs to the workspace file when several folders are open, and else to the first folder', () => {
    const folders = [
      { path: root, name: 'ferry' },
      { path: other, name: 'harbour' },
    ];
    const file = path.resolve('/projects/all.code-workspace');
    expect(windowPalace(workspace({ folders, file }), '', data)).toMatchObject({
      folder: palaceFolderOf(file, data),
    });
    expect(windowPalace(workspace({ folders }), '', data)).toMatchObject({ folder: palaceFolderOf(root, data) });
  });

  it('differs from workspace to workspace under one absolute location', () => {
    const location = path.resolve('/memory');
    const [a, b] = [
      windowPalace(workspace(), location),
      windowPalace(workspace({ folders: [{ path: other, name: 'harbour' }] }), location),
    ];
    expect(a).toEqual({ kind: 'place', folder: palaceFolderOf(root, location), inWorkspace: null });
    expect(b).not.toEqual(a);
  });

  it('is inside the workspace for a relative location, but never of an untrusted one', () => {
    expect(windowPalace(workspace(), '.memory/palace', data)).toEqual({
      kind: 'place',
      folder: path.join(root, '.memory', 'palace'),
      inWorkspace: '.memory/palace',
    });
    expect(windowPalace(workspace({ trusted: false }), '.memory', data)).toEqual({
      kind: 'nowhere',
      reason: 'untrustedLocation',
    });
    expect(windowPalace(workspace({ trusted: false }), path.join(root, 'memory'), data)).toEqual({
      kind: 'nowhere',
      reason: 'untrustedLocation',
    });
    expect(windowPalace(workspace({ trusted: false }), '', data).kind).toBe('place');
    expect(windowPalace(workspace(), '..memory', data)).toMatchObject({ inWorkspace: '..memory' });
    expect(windowPalace(workspace({ trusted: false }), '..memory', data).kind).toBe('nowhere');
  });
});
