import * as z from 'zod';
import { isRecord } from '../../../base/isRecord.ts';
import { entryTypes, tiers } from '../../model/drawer/drawer.ts';
import { drawerId, isoTime, roomName, wingName } from '../../model/drawer/ids.ts';
import { sourceKinds, type SourceKind } from '../../model/source/source.ts';
import { calendarTime } from '../../model/drawer/writtenTime.ts';
import { schemaProblem } from '../../model/errors/schemaProblem.ts';
import type { WholeDrawer } from '../../store/queries/transfer.ts';
import { isUnicode, type ImportedDrawer, type ImportedSource } from './importItem.ts';

const halved = 'holds half a character (a lone surrogate)';
const unicode = z.string().refine(isUnicode, { error: halved });
const name = unicode.min(1);
const count = z.number().int().min(0);
const time = z
  .string()
  .refine((text) => calendarTime(text) !== null && /(?:Z|[+-]\d\d:\d\d)$/.test(text), {
    error: 'is not a time with a zone',
  })
  .transform(isoTime);
/** As pairs, because an object would lose some names. */
const properties = z
  .custom<Readonly<Record<string, unknown>>>(isRecord)
  .transform((value) => Object.entries(value))
  .pipe(z.array(z.tuple([unicode, unicode])));
/** Offsets of the first and the last. */
const rangeFrom = (least: number) =>
  z.object({ start: z.number().int().min(least), end: z.number().int().min(least) }).nullish();

/** A drawer's fields without its text, as in a line of JSONL or in Markdown's front matter. */
const fieldsSchema = z.object({
  id: name,
  wing: name,
  room: name,
  type: z.enum(entryTypes).default('file'),
  source_file: unicode.nullish(),
  source: z.object({ id: name, kind: z.enum(sourceKinds) }).nullish(),
  span: rangeFrom(0),
  lines: rangeFrom(1),
  chunk_index: count.default(0),
  content_hash: z.string().nullish(),
  filed_at: time.nullish(),
  created_at: time.nullish(),
  tier: z.enum(tiers).default('working'),
  importance: z.number().min(0).max(1).default(0.5),
  pinned: z.boolean().default(false),
  sensitive: z.boolean().default(false),
  archived: z.object({ at: time, reason: unicode }).nullish(),
  superseded_by: name.nullish(),
  consolidated_into: name.nullish(),
  access_count: count.default(0),
  last_accessed: time.nullish(),
  speaker: unicode.nullish(),
  exchange: count.nullish(),
  part: count.nullish(),
  tags: z
    .array(unicode)
    .transform((tags) => tags.filter((tag) => tag !== ''))
    .default([]),
  properties: properties.optional(),
  findings: z.array(z.object({ rule: unicode, start: count, end: count })).default([]),
  accesses: z.array(z.object({ session: unicode, kind: unicode, at: time })).default([]),
  rejected_at: time.nullish(),
});
const recordSchema = fieldsSchema.extend({ text: unicode.min(1) });

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The fields in the order in which they are written, without the text. The same drawer gives the same fields. */
export const drawerFields = (
  { drawer, tags, properties: noted, findings, accesses, rejectedAt }: WholeDrawer,
  kindOf: (sourceId: string) => string | undefined,
): Readonly<Record<string, Json>> => {
  const kind = drawer.sourceId === null ? undefined : kindOf(drawer.sourceId);
  return {
    id: drawer.id,
    wing: drawer.wing,
    room: drawer.room,
    type: drawer.type,
    source_file: drawer.sourceFile,
    source: drawer.sourceId === null || kind === undefined ? null : { id: drawer.sourceId, kind },
    span: drawer.span === null ? null : { start: drawer.span.start, end: drawer.span.end },
    lines: drawer.lines === null ? null : { start: drawer.lines.start, end: drawer.lines.end },
    chunk_index: drawer.chunkIndex,
    content_hash: drawer.contentHash,
    filed_at: drawer.filedAt,
    created_at: drawer.createdAt,
    tier: drawer.tier,
    importance: drawer.importance,
    pinned: drawer.pinned,
    sensitive: drawer.sensitive,
    archived: drawer.archived
      ? { at: drawer.archivedAt ?? drawer.filedAt, reason: drawer.archiveReason ?? '' }
      : null,
    superseded_by: drawer.supersededBy,
    consolidated_into: drawer.consolidatedInto,
    access_count: drawer.accessCount,
    last_accessed: drawer.lastAccessed,
    speaker: drawer.speaker,
    exchange: drawer.exchange,
    part: drawer.part,
    tags: [...tags],
    properties: { ...noted },
    findings: findings.map(({ rule, start, end }) => ({ rule, start, end })),
    accesses: accesses.map(({ session, kind: how, at }) => ({ session, kind: how, at })),
    rejected_at: rejectedAt,
  };
};

type ParsedRecord =
  | { readonly ok: true; readonly drawer: ImportedDrawer; readonly contentHash: string | null }
  | { readonly ok: false; readonly reason: 'invalid' | 'not_unicode' | 'no_text'; readonly detail: string };

/** A note has a source without a path. */
const sourceOf = (
  file: string | null,
  source: { readonly id: string; readonly kind: SourceKind } | null,
): ImportedSource | null => {
  if (file === null) return source?.kind === 'note' ? { ...source, path: '' } : null;
  return { id: source?.id ?? null, kind: source?.kind ?? 'import', path: file };
};

/** Builds a drawer from its fields and text, validated. Fields that older or simpler files lack get their defaults. */
export const parseRecord = (value: unknown): ParsedRecord => {
  const parsed = recordSchema.safeParse(value);
  if (!parsed.success) {
    const detail = schemaProblem(parsed.error, value);
    if (typeof value === 'object' && value !== null && 'text' in value && value.text === '')
      return { ok: false, reason: 'no_text', detail };
    return {
      ok: false,
      reason: parsed.error.issues.some(({ message }) => message === halved) ? 'not_unicode' : 'invalid',
      detail,
    };
  }
  const { data } = parsed;
  const { source_file: file, source } = data;
  return {
    ok: true,
    contentHash: data.content_hash ?? null,
    drawer: {
      id: drawerId(data.id),
      text: data.text,
      wing: wingName(data.wing),
      room: roomName(data.room),
      type: data.type,
      source: sourceOf(file ?? null, source ?? null),
      span: data.span ?? null,
      lines: data.lines ?? null,
      chunkIndex: data.chunk_index,
      filedAt: data.filed_at ?? null,
      createdAt: data.created_at ?? null,
      tier: data.tier,
      importance: data.importance,
      pinned: data.pinned,
      sensitive: data.sensitive,
      archived: data.archived ?? null,
      supersededBy: data.superseded_by ?? null,
      consolidatedInto: data.consolidated_into ?? null,
      accessCount: data.access_count,
      lastAccessed: data.last_accessed ?? null,
      speaker: data.speaker ?? null,
      exchange: data.exchange ?? null,
      part: data.part ?? null,
      tags: [...new Set(data.tags)],
      properties: Object.fromEntries(data.properties ?? []),
      findings: data.findings,
      accesses: data.accesses,
      rejectedAt: data.rejected_at ?? null,
    },
  };
};
