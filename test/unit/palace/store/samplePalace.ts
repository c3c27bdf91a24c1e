import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  contentHash,
  defaultMarks,
  noExchange,
  noPassage,
  type NewDrawer,
} from '../../../../extension/palace/model/drawer/drawer.ts';
import { drawerId, isoTime, roomName, sourceId, wingName } from '../../../../extension/palace/model/drawer/ids.ts';
import type { SourceRecord } from '../../../../extension/palace/model/source/source.ts';
import { openPalace } from '../../../../extension/palace/store/openPalace.ts';
import { nodeFileSystem } from '../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../../../../extension/palace/store/realFile/loadSqlite.ts';
import { migrations } from '../../../../extension/palace/store/schema/schema.ts';

export const sqliteWasm = path.resolve('node_modules/sql.js/dist/sql-wasm-debug.wasm');

/** A new folder, removed by `remove`. */
export const temporaryFolder = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(path.join(tmpdir(), 'palace-store-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

export const newDrawer = (id: string, changes: Partial<NewDrawer> = {}): NewDrawer => {
  const text = changes.text ?? `The text of ${id}.`;
  return {
    id: drawerId(id),
    wing: wingName('wing'),
    room: roomName('room'),
    type: 'file',
    text,
    sourceId: null,
    ...noPassage,
    chunkIndex: 0,
    contentHash: contentHash(text),
    filedAt: isoTime('2026-01-02T03:04:05Z'),
    createdAt: isoTime('2026-01-01T00:00:00Z'),
    ...defaultMarks,
    ...noExchange,
    ...changes,
  };
};

export const newSource = (id: string, path: string, changes: Partial<SourceRecord> = {}): SourceRecord => ({
  id: sourceId(id),
  kind: 'file',
  path,
  hash: contentHash(path),
  size: 10,
  mtimeMs: 1_767_225_600_123.5,
  normalizeVersion: 1,
  minedAt: isoTime('2026-01-02T03:04:05Z'),
  ...changes,
});

/** Opens the palace of a folder with the schema of a version, as the program of that time did. */
export const palaceOfSchema = async (folder: string) => {
  const sqlite = await loadSqlite(sqliteWasm);
  return (version: number) =>
    openPalace({
      folder,
      sqlite,
      fileSystem: nodeFileSystem,
      clock: () => new Date(0),
      steps: migrations.filter((step) => step.version <= version),
    });
};
