import * as z from 'zod';
import { contentHash } from '../../model/drawer/drawer.ts';
import { isoTime, sourceId } from '../../model/drawer/ids.ts';
import { sourceKinds, type SourceRecord } from '../../model/source/source.ts';
import { calendarTime } from '../../model/drawer/writtenTime.ts';
import { schemaProblem } from '../../model/errors/schemaProblem.ts';
import { isUnicode, type ImportItem } from './importItem.ts';
import type { RecordKind } from '../../filing/exportHeader.ts';

const unicode = z.string().refine(isUnicode, { error: 'holds half a character (a lone surrogate)' });
const count = z.number().int().min(0);
/** The latest time that JavaScript knows, after 1970. */
const mostMilliseconds = 8.64e15;
/** A palace keeps a time in one of these forms as it is, so that a second export has the same bytes; it can't keep another form. */
const plainTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/;
const anyTime = z.string().transform((text, context) => {
  const time = calendarTime(text);
  if (time === null) {
    context.addIssue('is not a time');
    return z.NEVER;
  }
  return plainTime.test(text) && time.startsWith(text.slice(0, 10)) ? text : time;
});

const sourceSchema = z.object({
  id: unicode.min(1),
  kind: z.enum(sourceKinds),
  path: unicode,
  hash: z.string(),
  size: count,
  mtime: z.number().min(-mostMilliseconds).max(mostMilliseconds),
  normalize_version: count,
  mined_at: anyTime,
});
const pairSchema = z.object({ a: unicode.min(1), b: unicode.min(1), count, last_at: anyTime });
const patternSchema = z.object({
  id: unicode.min(1),
  label: unicode,
  entry_ids: z.array(unicode),
  occurrence_count: count,
  first_seen: anyTime,
  last_seen: anyTime,
  resolved: z.boolean(),
});

/** A source's line. If drawers of it are left out, it is marked as unread, so that mining restores them. */
export const sourceFields = (
  { id, kind, path, hash, size, mtimeMs, normalizeVersion, minedAt }: SourceRecord,
  isWhole: boolean,
): z.input<typeof sourceSchema> => ({
  id,
  kind,
  path,
  hash: isWhole ? hash : contentHash(''),
  size: isWhole ? size : 0,
  mtime: isWhole ? mtimeMs : 0,
  normalize_version: normalizeVersion,
  mined_at: minedAt,
});

/** Parses a line of a file other than the drawers. */
export const parseSideRecord = (
  kind: Exclude<RecordKind, 'drawers'>,
  value: unknown,
): ImportItem | { readonly kind: 'invalid'; readonly detail: string } => {
  switch (kind) {
    case 'sources':
      return read(
        sourceSchema,
        value,
        ({ id, kind: of, path, hash, size, mtime, normalize_version: version, mined_at: at }) => ({
          kind: 'source',
          source: {
            id: sourceId(id),
            kind: of,
            path,
            hash,
            size,
            mtimeMs: mtime,
            normalizeVersion: version,
            minedAt: isoTime(at),
          },
        }),
      );
    case 'pairs':
      return read(pairSchema, value, (pair) => ({
        kind: 'pair',
        pair: pair.a < pair.b ? pair : { ...pair, a: pair.b, b: pair.a },
      }));
    case 'patterns':
      return read(patternSchema, value, (pattern) => ({ kind: 'pattern', pattern }));
  }
};

const read = <T>(
  schema: z.ZodType<T>,
  value: unknown,
  use: (data: T) => ImportItem,
): ImportItem | { readonly kind: 'invalid'; readonly detail: string } => {
  const parsed = schema.safeParse(value);
  return parsed.success ? use(parsed.data) : { kind: 'invalid', detail: schemaProblem(parsed.error, value) };
};
