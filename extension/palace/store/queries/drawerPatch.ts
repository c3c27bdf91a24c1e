import type { EntryType, Tier } from '../../model/drawer/drawer.ts';
import type { DrawerId, IsoTime, RoomName, SourceId, WingName } from '../../model/drawer/ids.ts';

/** What a write may change in a filed drawer. The text never changes: it is verbatim. */
export interface DrawerPatch {
  readonly rowid: number;
  readonly wing?: WingName;
  readonly room?: RoomName;
  readonly type?: EntryType;
  readonly sourceId?: SourceId;
  readonly spanStart?: number;
  readonly spanEnd?: number;
  readonly lineStart?: number | null;
  readonly lineEnd?: number | null;
  readonly chunkIndex?: number;
  readonly exchange?: number;
  readonly part?: number;
  readonly tier?: Tier;
  readonly importance?: number;
  readonly pinned?: boolean;
  readonly sensitive?: boolean;
  readonly archived?: { readonly at: IsoTime; readonly reason: string } | null;
  readonly supersededBy?: DrawerId | null;
  readonly consolidatedInto?: DrawerId | null;
}

type Assignment = { readonly column: string; readonly value: string | number | null };

/** The columns that a patch sets. An absent member leaves its column as it is. */
export const assignments = (patch: DrawerPatch): readonly Assignment[] => {
  const set = (column: string, value: string | number | boolean | null | undefined): Assignment[] =>
    value === undefined ? [] : [{ column, value: typeof value === 'boolean' ? Number(value) : value }];
  const { archived } = patch;
  return [
    ...set('wing', patch.wing),
    ...set('room', patch.room),
    ...set('type', patch.type),
    ...set('source_id', patch.sourceId),
    ...set('span_start', patch.spanStart),
    ...set('span_end', patch.spanEnd),
    ...set('line_start', patch.lineStart),
    ...set('line_end', patch.lineEnd),
    ...set('chunk_index', patch.chunkIndex),
    ...set('exchange', patch.exchange),
    ...set('part', patch.part),
    ...set('tier', patch.tier),
    ...set('importance', patch.importance),
    ...set('pinned', patch.pinned),
    ...set('sensitive', patch.sensitive),
    ...(archived === undefined
      ? []
      : [
          ...set('archived', archived !== null),
          ...set('archived_at', archived?.at ?? null),
          ...set('archive_reason', archived?.reason ?? null),
        ]),
    ...set('superseded_by', patch.supersededBy),
    ...set('consolidated_into', patch.consolidatedInto),
  ];
};
