import type { PatternChange } from '../../palace/contract/memory/patternSchemas.ts';
import type { Duplicate, SaveRequest } from '../../palace/contract/noteSchemas.ts';
import { isNoteType, type NoteType } from '../../palace/model/drawer/noteTypes.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { checkNoteText } from '../../palace/model/text/checkNoteText.ts';
import type { Beforehand } from '../palace/palaceForDryRun.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';

/** The text to remember, and where it was taken from. */
export interface Remembered {
  readonly text: string;
  readonly source: SaveRequest['source'];
}

export interface KnownTag {
  readonly tag: string;
  readonly drawers: number;
}

/** The questions asked when saving; each resolves with `undefined` if the person cancelled. */
export interface RememberUi {
  askType(): Promise<NoteType | undefined>;
  askTags(known: readonly KnownTag[]): Promise<readonly string[] | undefined>;
  /** There are drawers with the same text. */
  askDuplicates(duplicates: readonly Duplicate[]): Promise<'replace' | 'save' | 'open' | undefined>;
  /** Shows that the work is in progress. */
  busy<T>(work: () => Promise<T>): Promise<T>;
}

export type RememberOutcome =
  | {
      readonly kind: 'saved';
      readonly drawerId: string;
      readonly type: NoteType;
      /** What an issue changed among those with the same text. */
      readonly pattern: PatternChange | null;
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'open'; readonly drawerId: string }
  | { readonly kind: 'left' };

/** Under which a note is saved. */
interface SavingIds {
  readonly requestId: () => string;
  readonly sessionId: string;
}

/** Whether the duplicate is a note, which a newer one can replace. Other drawers mirror their source. */
export const isNote = ({ type }: Duplicate): boolean => type !== undefined && isNoteType(type);

/** The window's palace, which is made only for a note that it will save. */
export interface NotePalace {
  readonly session: Pick<PalaceSession, 'api' | 'apiOrNew'>;
  readonly beforehand: Beforehand;
}

/**
 * Asks for type and tags, then saves. If a drawer has the same text, the person decides first; an issue is an
 * occurrence each time. A text that can't be a note is refused unasked. Rejects with `PalaceError`.
 */
export const remember = async (
  { text, source }: Remembered,
  { session, beforehand }: NotePalace,
  ui: RememberUi,
  { requestId, sessionId }: SavingIds,
): Promise<RememberOutcome> => {
  checkNoteText(text);
  const type = await ui.askType();
  if (type === undefined) return { kind: 'left' };
  const tags = await ui.askTags(await knownTags(session));
  if (tags === undefined) return { kind: 'left' };
  const request: SaveRequest = {
    text,
    type,
    tags: [...tags],
    ...(source === undefined ? {} : { source }),
    request_id: requestId(),
    session_id: sessionId,
  };
  const api = await ui.busy(async () => {
    await beforehand((empty) => empty.save(request));
    return session.apiOrNew();
  });
  let report = await ui.busy(() => api.save(request));
  if (!report.saved) {
    const answer = await ui.askDuplicates(report.duplicates);
    const [first] = report.duplicates;
    if (answer === 'open' && first !== undefined) return { kind: 'open', drawerId: first.drawer_id };
    if (answer !== 'save' && answer !== 'replace') return { kind: 'left' };
    const older = report.duplicates.filter(isNote).map(({ drawer_id: id }) => id);
    report = await ui.busy(() => api.save({ ...request, allow_duplicate: true }));
    if (answer === 'replace' && report.drawer_id !== null && older.length > 0)
      await api.update({ drawer_ids: older, whole_notes: true, superseded_by: report.drawer_id });
  }
  return report.drawer_id === null
    ? { kind: 'left' }
    : { kind: 'saved', drawerId: report.drawer_id, type, pattern: report.pattern, warnings: report.warnings };
};

/** None where there is no palace yet. */
const knownTags = async (session: NotePalace['session']): Promise<readonly KnownTag[]> => {
  try {
    return (await (await session.api()).tags({})).tags;
  } catch (thrown) {
    if (PalaceError.from(thrown).code === 'E_PALACE_NOT_FOUND') return [];
    throw thrown;
  }
};
