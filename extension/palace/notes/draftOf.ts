import { nameWithoutSecrets, namesWithoutSecrets } from '../filing/secrets/safeNames.ts';
import { readableName } from '../filing/wings.ts';
import { parseQueryDate } from '../lexical/query/queryDate.ts';
import { roomName, wingName, type IsoTime, type WingName } from '../model/drawer/ids.ts';
import type { SaveRequest } from '../contract/noteSchemas.ts';
import { firstTier } from '../model/drawer/noteTypes.ts';
import { checkNoteText } from '../model/text/checkNoteText.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { tagsOf } from '../model/drawer/tag.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import type { NoteDraft } from './noteDraft.ts';

const longestName = 200;
const mostTags = 100;

/** Turns a save request into a note that can be filed. Throws E_NOTE, E_TAG. */
export const draftOf = (request: SaveRequest, read: ReadQueries, wing: string | null, now: IsoTime): NoteDraft => {
  const { text, type, source, tags = [] } = request;
  checkNoteText(text);
  if (tags.length > mostTags)
    throw new PalaceError('E_NOTE', errorText`The note has ${tags.length} tags; ${mostTags} are allowed.`);
  const path = nameWithoutSecrets(source?.file.replaceAll('\\', '/') ?? '');
  return {
    text,
    type,
    path,
    tags: tagsOf(namesWithoutSecrets(tags)),
    wing:
      request.wing === undefined
        ? (wingOfSource(read, path) ?? wingName(readableName(wing ?? 'notes')))
        : wingName(placeName('wing', request.wing)),
    room: roomName(request.room === undefined ? 'notes' : placeName('room', request.room)),
    tier: request.tier ?? firstTier[type],
    pinned: request.pinned ?? false,
    importance: request.importance ?? 0.5,
    sensitive: request.sensitive ?? false,
    lines: source?.lines === undefined ? null : checkedLines(source.lines),
    filedAt: request.filed_at === undefined ? now : time(request.filed_at),
    createdAt: now,
    properties: {},
  };
};

/** A wing or room that somebody named, without secrets. Throws E_NOTE if it can't be a name. */
export const placeName = (field: 'wing' | 'room', given: string): string => {
  const trimmed = given.trim();
  if (trimmed === '' || trimmed.length > longestName || /[\p{Cc}\p{Cs}]/u.test(trimmed))
    throw new PalaceError(
      'E_NOTE',
      field === 'wing'
        ? errorText`The wing must have 1 to ${longestName} characters, none of them a control character.`
        : errorText`The room must have 1 to ${longestName} characters, none of them a control character.`,
      { remedy: 'Choose another name. Nothing was changed.' },
    );
  return nameWithoutSecrets(trimmed);
};

const time = (text: string): IsoTime => {
  const moment = parseQueryDate(text);
  if (moment === undefined)
    throw new PalaceError(
      'E_NOTE',
      errorText`filed_at: “${text}” is not a time. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.`,
    );
  return moment;
};

const checkedLines = (lines: {
  readonly start: number;
  readonly end: number;
}): { readonly start: number; readonly end: number } => {
  if (lines.start < 1 || lines.end < lines.start)
    throw new PalaceError(
      'E_NOTE',
      errorText`Lines ${lines.start} to ${lines.end} do not exist: lines count from 1, and the first comes before the last.`,
    );
  return lines;
};

const wingOfSource = (read: ReadQueries, path: string): WingName | undefined => {
  const source = path === '' ? undefined : read.sourceByPath('file', path);
  return source === undefined ? undefined : read.drawersOfSource(source.id)[0]?.wing;
};
