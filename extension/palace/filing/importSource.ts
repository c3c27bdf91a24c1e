import type { IsoTime, SourceId } from '../model/drawer/ids.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import { composeSourceId } from './drawerIds.ts';
import type { ImportLine } from './importLine.ts';
import { unreadSource } from './unreadSource.ts';

/** What names the source of an imported drawer. */
type SourceName = Pick<ImportLine, 'wing' | 'room' | 'source_file'>;

/** A source is identified by wing and file: the same file name in two wings means two sources. */
export const importSourceKey = ({ wing, room, source_file: source }: SourceName): string =>
  source ? `${wing}\0${source}` : `${wing}\0${room}\0`;

/** ID of the source of imported drawers. */
export const importSourceId = (drawer: SourceName): SourceId => composeSourceId('import', importSourceKey(drawer));

/** The source of an imported drawer, filed if it is new. Null if the drawer names no source. */
export const importSource = (transaction: WriteTransaction, drawer: SourceName, now: IsoTime): SourceId | null => {
  const file = drawer.source_file;
  if (!file) return null;
  const id = importSourceId(drawer);
  if (transaction.read.sourceById(id) !== undefined) return id;
  let path = file;
  while (transaction.read.sourceByPath('import', path) !== undefined) path = `${drawer.wing}/${path}`;
  // The bytes of the source itself are unknown here.
  transaction.putSource(unreadSource({ id, kind: 'import', path }, now));
  return id;
};
