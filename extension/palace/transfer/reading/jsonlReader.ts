import { existsSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../base/text/messageOf.ts';
import { textStart } from '../../../base/text/textStart.ts';
import { contentHash } from '../../model/drawer/drawer.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { parseRecord } from '../record/drawerRecord.ts';
import { exportNames, readHeader } from '../record/exportFormat.ts';
import { importLines } from '../record/importLines.ts';
import type { ImportItem } from '../record/importItem.ts';
import { parseSideRecord } from '../record/sideRecords.ts';
import type { RecordKind } from '../../filing/exportHeader.ts';

/** The drawers of one JSONL file of an export. */
export async function* drawerFileItems(file: string): AsyncGenerator<ImportItem> {
  yield* fileItems(file, 'drawers');
}

/** The sources in an export's folder. They come first because the drawers refer to them. */
export async function* sourceItems(folder: string): AsyncGenerator<ImportItem> {
  yield* sideItems(folder, exportNames.sources, 'sources');
}

/** The records that refer to drawers and so come after them. */
export async function* lastItems(folder: string): AsyncGenerator<ImportItem> {
  yield* sideItems(folder, exportNames.pairs, 'pairs');
  yield* sideItems(folder, exportNames.patterns, 'patterns');
}

/** An export has no file for kinds without records. */
async function* sideItems(folder: string, name: string, kind: RecordKind): AsyncGenerator<ImportItem> {
  const file = path.join(folder, name);
  if (existsSync(file)) yield* fileItems(file, kind);
}

async function* fileItems(file: string, expected: RecordKind): AsyncGenerator<ImportItem> {
  const name = path.basename(file);
  let isFirst = true;
  for await (const line of importLines(file)) {
    const where = `${name}, line ${line.number}`;
    if ('problem' in line) {
      yield {
        kind: 'skip',
        reason: line.problem,
        count: 1,
        detail: `${where}: ${line.problem === 'too_long' ? 'the line is too long' : 'not UTF-8'}`,
      };
      continue;
    }
    if (isFirst) {
      isFirst = false;
      const kind = readHeader(line.text, file);
      if (kind !== undefined && kind !== expected)
        throw new PalaceError(
          'E_IMPORT_FORMAT',
          errorText`${file} has the content of ${exportNames[kind]}, not of ${exportNames[expected]}.`,
          {
            remedy: errorText`Give the export's folder, or its ${exportNames.drawers}.`,
          },
        );
      if (kind !== undefined) continue;
    }
    let value: unknown;
    try {
      value = JSON.parse(line.text);
    } catch (error) {
      yield {
        kind: 'skip',
        reason: 'not_json',
        count: 1,
        detail: `${where}: it is not JSON (${textStart(messageOf(error), 200)})`,
      };
      continue;
    }
    yield expected === 'drawers' ? drawerItem(value, where) : sideItem(parseSideRecord(expected, value), where);
  }
}

const sideItem = (item: ReturnType<typeof parseSideRecord>, where: string): ImportItem =>
  item.kind === 'invalid'
    ? { kind: 'skip', reason: 'invalid', count: 1, detail: `${where}: ${item.detail}` }
    : item;

/** A drawer, or the reason why the value is not one. */
const drawerItem = (value: unknown, where: string): ImportItem => {
  const parsed = parseRecord(value);
  if (!parsed.ok) return { kind: 'skip', reason: parsed.reason, count: 1, detail: `${where}: ${parsed.detail}` };
  const isEdited = parsed.contentHash !== null && contentHash(parsed.drawer.text) !== parsed.contentHash;
  return { kind: 'drawer', where, drawer: parsed.drawer, ...(isEdited ? { isEdited } : {}) };
};
