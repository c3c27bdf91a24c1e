import type { PatternChange } from '../../palace/contract/memory/patternSchemas.ts';
import type { Duplicate, SaveRequest } from '../../palace/contract/noteSchemas.ts';
import { isNoteType, type NoteType } from '../../palace/model/drawer/noteTypes.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';

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
export interface SavingIds {
  readonly requestId: () => string;
  readonly sessionId: string;
}

/** Whether the duplicate is a note, which a newer one can replace. Other drawers mirror their source. */
export const isNote = ({ type }: Duplicate): boolean => type !== undefined && isNoteType(type);

/** Asks for type and tags, then saves. If a drawer has the same text, the person decides first; an issue is an occurrence each time. Rejects with `PalaceError`. */
export const remember = async (
  { text, source }: Remembered,
  api: PalaceApi,
  ui: RememberUi,
  { requestId, sessionId }: SavingIds,
): Promise<RememberOutcome> => {
  const type = await ui.askType();
  if (type === undefined) return { kind: 'left' };
  const tags = await ui.askTags((await api.tags({})).tags);
  if (tags === undefined) return { kind: 'left' };
  const request: SaveRequest = {
    text,
    type,
    tags: [...tags],
    ...(source === undefined ? {} : { source }),
    request_id: requestId(),
    session_id: sessionId,
  };
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
