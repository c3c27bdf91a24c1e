import { contentHash } from '../model/drawer/drawer.ts';
import type { IsoTime } from '../model/drawer/ids.ts';
import type { SourceRecord } from '../model/source/source.ts';
import { NORMALIZE_VERSION } from './normalizeVersion.ts';

/** A source without known bytes. If it is a file, mining reads it again. */
export const unreadSource = (
  { id, kind, path }: Pick<SourceRecord, 'id' | 'kind' | 'path'>,
  minedAt: IsoTime,
): SourceRecord => ({
  id,
  kind,
  path,
  hash: contentHash(''),
  size: 0,
  mtimeMs: 0,
  normalizeVersion: NORMALIZE_VERSION,
  minedAt,
});
