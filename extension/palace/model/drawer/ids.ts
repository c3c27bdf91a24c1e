/** Branded strings, so that a room can't be passed where a wing is meant. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type DrawerId = Branded<'DrawerId'>;
export type SourceId = Branded<'SourceId'>;
export type WingName = Branded<'WingName'>;
export type RoomName = Branded<'RoomName'>;
/** UTC ISO-8601 with offset, e.g. `2026-01-31T12:00:00.000Z`. */
export type IsoTime = Branded<'IsoTime'>;

export const drawerId = (text: string): DrawerId => text as DrawerId;
export const sourceId = (text: string): SourceId => text as SourceId;
export const wingName = (text: string): WingName => text as WingName;
export const roomName = (text: string): RoomName => text as RoomName;

/** Normalises any date that `Date` can read to UTC ISO-8601. Throws `RangeError` if it is not a date. */
export const isoTime = (time: Date | number | string): IsoTime => new Date(time).toISOString() as IsoTime;
