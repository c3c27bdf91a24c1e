import path from 'node:path';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { WholeDrawer } from '../store/queries/transfer.ts';
import { drawerFields } from './record/drawerRecord.ts';
import { exportNames, headerLine, type Layout } from './record/exportFormat.ts';
import { ownFile, ownFolder, type ExportDisk } from './exportFolder.ts';
import { markdownOf } from './record/frontMatter.ts';
import { safeName } from './safeName.ts';
import type { RecordKind } from '../filing/exportHeader.ts';

/** Writes records. Records of one kind keep the order in which they arrive. */
export interface ExportWriter {
  drawers(drawers: readonly WholeDrawer[], kindOf: (sourceId: string) => string | undefined): Promise<void>;
  records(kind: Exclude<RecordKind, 'drawers'>, values: readonly unknown[]): Promise<void>;
  /** Ends every file. Resolves with the number of files once they are on the disk. */
  finish(): Promise<number>;
  /** Closes every file as it is. */
  close(): Promise<void>;
}

const bufferCharacters = 256 * 1024;

interface LineFile {
  add(line: string): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Longest names, so that the complete path is short enough for any system. */
const longest = { place: 48, drawer: 96 } as const;

/** `drawers/<wing>/<room>/<id>.md`, below an export's folder. */
const drawerPath = ({ drawer }: Pick<WholeDrawer, 'drawer'>): readonly string[] => [
  exportNames.tree,
  safeName(drawer.wing, longest.place),
  safeName(drawer.room, longest.place),
  `${safeName(drawer.id, longest.drawer)}.md`,
];

/** A writer into an existing, empty folder. */
export const exportWriter = (folder: string, layout: Layout, disk: ExportDisk): ExportWriter => {
  const files = new Map<RecordKind, LineFile>();
  const folders = new Set<string>();
  let singles = 0;
  const lines = async (kind: RecordKind): Promise<LineFile> => {
    const known = files.get(kind);
    if (known !== undefined) return known;
    const file = await lineFile(path.join(folder, exportNames[kind]), headerLine(kind), disk);
    files.set(kind, file);
    return file;
  };
  const writeMarkdown = async (
    whole: WholeDrawer,
    kindOf: (sourceId: string) => string | undefined,
  ): Promise<void> => {
    const file = path.join(folder, ...drawerPath(whole));
    // No file is overwritten: a name that is taken would be a bug in the naming.
    await disk.writeFile(file, markdownOf(drawerFields(whole, kindOf), whole.drawer.text), {
      flag: 'wx',
      mode: ownFile,
    });
    singles++;
  };
  return {
    async drawers(drawers, kindOf) {
      if (layout === 'jsonl') {
        const file = await lines('drawers');
        for (const whole of drawers) {
          const { id, ...fields } = drawerFields(whole, kindOf);
          await file.add(`${JSON.stringify({ id, text: whole.drawer.text, ...fields })}\n`);
        }
        return;
      }
      for (const whole of drawers) {
        const place = path.join(folder, ...drawerPath(whole).slice(0, -1));
        if (!folders.has(place)) await disk.mkdir(place, { recursive: true, mode: ownFolder });
        folders.add(place);
      }
      await together(drawers, (whole) => writeMarkdown(whole, kindOf));
    },
    async records(kind, values) {
      if (values.length === 0) return;
      const file = await lines(kind);
      for (const value of values) await file.add(`${JSON.stringify(value)}\n`);
    },
    async finish() {
      if (layout === 'jsonl') await lines('drawers');
      for (const file of files.values()) await file.finish();
      return singles + files.size;
    },
    async close() {
      for (const file of files.values()) await file.close();
    },
  };
};

/** Waits for all, then throws the first failure, so that no work continues after this returns. */
const together = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const ended = await Promise.allSettled(items.map(work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
};

const lineFile = async (file: string, header: string, disk: ExportDisk): Promise<LineFile> => {
  const handle = await disk.open(file, 'wx', ownFile);
  let isOpen = true;
  let pending: string[] = [header];
  let characters = header.length;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(pending.join(''), 'utf8');
    pending = [];
    characters = 0;
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done);
      if (bytesWritten === 0) throw new PalaceError('E_DISK_ERROR', errorText`${file} takes no more bytes.`);
      done += bytesWritten;
    }
  };
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };
  return {
    async add(line) {
      pending.push(line);
      characters += line.length;
      if (characters >= bufferCharacters) await flush();
    },
    async finish() {
      await flush();
      await handle.sync();
      await close();
    },
    close,
  };
};
