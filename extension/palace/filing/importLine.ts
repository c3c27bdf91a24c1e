import * as z from 'zod';
import { messageOf } from '../../base/text/messageOf.ts';
import { textStart } from '../../base/text/textStart.ts';
import { entryTypes, tiers, type EntryType } from '../model/drawer/drawer.ts';
import type { IsoTime } from '../model/drawer/ids.ts';
import { calendarTime } from '../model/drawer/writtenTime.ts';
import { schemaProblem } from '../model/errors/schemaProblem.ts';

const name = z.string().trim().min(1);

const importLineSchema = z.object({
  id: z.string().min(1).nullish(),
  text: z.string().min(1),
  wing: name,
  room: name,
  source_file: z.string().min(1).nullish(),
  filed_at: z.string().nullish(),
  speaker: z.string().min(1).nullish(),
  /** Order within the source. */
  seq: z.number().int().min(0).nullish(),
  type: z.enum(entryTypes).nullish(),
  tier: z.enum(tiers).nullish(),
  importance: z.number().min(0).max(1).nullish(),
  pinned: z.boolean().nullish(),
  sensitive: z.boolean().nullish(),
  exchange: z.number().int().min(0).nullish(),
  part: z.number().int().min(0).nullish(),
});

/** Stored as UTF-8, which can't represent half a character: two such names would become one. */
const unicodeFields = ['text', 'id', 'wing', 'room', 'speaker', 'source_file'] as const;

/** One validated line of an import file. */
export interface ImportLine extends Omit<z.output<typeof importLineSchema>, 'filed_at' | 'type'> {
  readonly type: EntryType;
  /** Undefined if the line has no time. */
  readonly filedAt: IsoTime | undefined;
}

/** Why a line was not imported. `id_conflict`: its ID belongs to a drawer with another text. */
export type ImportSkipReason =
  'too_long' | 'undecodable' | 'not_json' | 'invalid' | 'invalid_time' | 'not_unicode' | 'id_conflict';

type ParsedImportLine =
  | { readonly ok: true; readonly drawer: ImportLine }
  | { readonly ok: false; readonly reason: ImportSkipReason; readonly detail: string };

/** Parses one line: a JSON object in UTF-8. A time without a zone is UTC. */
export const parseImportLine = (bytes: Uint8Array): ParsedImportLine => {
  const text = decode(bytes);
  if (text === undefined) return { ok: false, reason: 'undecodable', detail: 'not UTF-8' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, reason: 'not_json', detail: `it is not JSON (${textStart(messageOf(error), 200)})` };
  }
  const parsed = importLineSchema.safeParse(value);
  if (!parsed.success) return { ok: false, reason: 'invalid', detail: schemaProblem(parsed.error, value) };
  const { filed_at: time, type, ...drawer } = parsed.data;
  const halved = unicodeFields.find((field) => hasLoneSurrogate(drawer[field] ?? ''));
  if (halved !== undefined)
    return { ok: false, reason: 'not_unicode', detail: `“${halved}” holds half a character (a lone surrogate)` };
  const filedAt = time === null || time === undefined ? undefined : parseTime(time);
  if (filedAt === null)
    return { ok: false, reason: 'invalid_time', detail: `“filed_at” is not a time: ${textStart(time ?? '', 60)}` };
  return { ok: true, drawer: { ...drawer, filedAt, type: type ?? typeOf(drawer) } };
};

const typeOf = ({
  speaker,
  source_file: source,
  id,
  text,
}: Omit<z.output<typeof importLineSchema>, 'filed_at' | 'type'>): EntryType => {
  if (typeof speaker === 'string' || isTranscript(text)) return 'conversation';
  return source === 'git' && typeof id === 'string' && /^[0-9a-f]{7,40}$/.test(id) ? 'git_commit' : 'file';
};

/** Most lines begin with the speaker: `Ada: …`, `User: …`. */
const isTranscript = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const turns = lines.filter((line) => /^\p{Lu}[\p{L}\p{N}._-]*(?: \p{Lu}[\p{L}\p{N}._-]*)?: \S/u.test(line));
  const speakers = new Set(turns.map((line) => line.slice(0, line.indexOf(':'))));
  return turns.length >= 2 && speakers.size <= 4 && turns.length * 2 > lines.length;
};

const parseTime = (text: string): IsoTime | null => {
  const zoned = /^\d{4}-\d\d-\d\d$/.test(text) || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  return calendarTime(zoned ? text : `${text}Z`);
};

const hasLoneSurrogate = (text: string): boolean => /\p{Cs}/u.test(text);

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};
