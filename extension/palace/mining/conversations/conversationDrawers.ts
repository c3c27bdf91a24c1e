import { defaultMarks, noPassage, type Drawer, type NewDrawer } from '../../model/drawer/drawer.ts';
import type { IsoTime, RoomName, SourceId, WingName } from '../../model/drawer/ids.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { DrawerPatch } from '../../store/queries/drawerPatch.ts';
import { composeDrawerId, keyOfDrawerId } from '../../filing/drawerIds.ts';
import { placeOf } from '../../filing/placedByHand.ts';
import type { Place } from '../../filing/wings.ts';
import { archiveReasons, isTouched } from '../leavingDrawers.ts';
import type { FiledExchange, FiledPiece } from './exchangeDrawers.ts';
import { orderedExchanges } from './exchangeOrder.ts';
import type { ExchangeWrite } from './exchangeWrite.ts';

/** A conversation as it will be filed. */
export interface FiledConversation {
  readonly sourceId: SourceId;
  readonly wing: WingName;
  readonly room: RoomName;
  /** Properties of every drawer. Its role and the start of its exchange's answer are added to them. */
  readonly properties: Readonly<Record<string, string>>;
  readonly exchanges: readonly FiledExchange[];
  /** Whether this is the newest state of the conversation. An older copy does not archive text that it lacks. */
  readonly isLatest: boolean;
  readonly now: IsoTime;
}

/**
 * Plans how to bring a conversation's drawers up to date, exchange by exchange. A piece whose text is unchanged keeps
 * its drawer. If an exchange has grown, its outdated pieces are deleted, unless somebody touched them: those are
 * archived. If an exchange has another text, its outdated pieces are archived. Exchanges missing from the file stay: a
 * memory outlives the file. An older copy brings nothing of an exchange that has grown or got another text since.
 */
export const planConversation = (read: ReadQueries, conversation: FiledConversation): ExchangeWrite[] => {
  const standing = read.drawersOfSource(conversation.sourceId);
  const byKey = new Map(standing.map((drawer) => [keyOfDrawerId(drawer.id), drawer]));
  const drawersOf = ({ pieces }: FiledExchange): Drawer[] =>
    pieces.flatMap(({ key, substitute }) => byKey.get(key) ?? byKey.get(substitute) ?? []);
  const isRenamed =
    standing[0] !== undefined && read.propertiesOf(standing[0].id)['title'] !== conversation.properties['title'];
  const { isLatest } = conversation;
  const exchanges = isLatest
    ? conversation.exchanges
    : conversation.exchanges.filter((exchange) => !isReplaced(drawersOf(exchange)));
  const kept = new Set(exchanges.flatMap(drawersOf).map(({ rowid }) => rowid));
  const ordered = orderedExchanges(
    exchanges,
    byExchange(standing.filter(({ archived }) => !archived)),
    drawersOf,
    (exchange, earlier) => isLatest || hasGrown(exchange, earlier) || isOutgrown(exchange, earlier),
  );
  let firstIndex = 0;
  return ordered.map(({ given, earlier }, ordinal) => {
    const index = firstIndex;
    if (given === null || (!isLatest && earlier.length > 0 && !hasGrown(given, earlier))) {
      firstIndex += earlier.length;
      return unchangedExchange(earlier, ordinal, index, given?.pieces.length ?? 0);
    }
    firstIndex += given.pieces.length;
    const exchange = {
      ...given,
      ordinal,
      pieces: given.pieces.map((piece) => ({ ...piece, index: index + piece.part })),
    };
    const gone = earlier.filter(({ rowid }) => !kept.has(rowid));
    const replaced = replacedPieces(gone, gone.length > 0 && hasGrown(exchange, earlier), isLatest);
    return planExchange({ conversation, byKey, isRenamed, read }, exchange, replaced);
  });
};

const textOf = (drawers: readonly Drawer[]): string => drawers.map(({ text }) => text).join('');
const hasGrown = ({ text }: FiledExchange, earlier: readonly Drawer[]): boolean =>
  text.startsWith(textOf(earlier));
/** Whether the exchange is an earlier state of what is filed. */
const isOutgrown = ({ text }: FiledExchange, earlier: readonly Drawer[]): boolean => {
  const filed = textOf(earlier);
  return filed.length > text.length && filed.startsWith(text);
};

/** Whether all that is filed of an exchange is in the archive, because a newer wording took its place. */
const isReplaced = (drawers: readonly Drawer[]): boolean =>
  drawers.length > 0 &&
  drawers.every(({ archived, archiveReason }) => archived && archiveReason === archiveReasons.changed);

/** An exchange that stays as it is, at its place in the conversation. */
const unchangedExchange = (
  drawers: readonly Drawer[],
  ordinal: number,
  firstIndex: number,
  duplicates: number,
): ExchangeWrite => ({
  inserts: [],
  kept: [],
  patches: drawers.flatMap(({ rowid, exchange, chunkIndex }, at) =>
    exchange === ordinal && chunkIndex === firstIndex + at
      ? []
      : [{ rowid, exchange: ordinal, chunkIndex: firstIndex + at }],
  ),
  renewed: [],
  deleted: [],
  tally: { added: 0, duplicates, updated: 0 },
});

/** The pieces whose text an exchange no longer has. */
interface ReplacedPieces {
  readonly deleted: readonly Drawer[];
  readonly archived: readonly Drawer[];
}

const replacedPieces = (gone: readonly Drawer[], isGrown: boolean, isLatest: boolean): ReplacedPieces => {
  if (isGrown) return { deleted: gone.filter((drawer) => !isTouched(drawer)), archived: gone.filter(isTouched) };
  return { deleted: [], archived: isLatest ? gone : [] };
};

/** What the exchanges of a conversation are planned with. */
interface PlanContext {
  readonly conversation: FiledConversation;
  readonly byKey: ReadonlyMap<string, Drawer>;
  /** Whether the conversation has another title than what is filed of it. */
  readonly isRenamed: boolean;
  readonly read: ReadQueries;
}

const planExchange = (
  { conversation, byKey, isRenamed, read }: PlanContext,
  exchange: FiledExchange,
  replaced: ReplacedPieces,
): ExchangeWrite => {
  const { wing, room, now } = conversation;
  const inserts: ExchangeWrite['inserts'][number][] = [];
  const patches: DrawerPatch[] = [];
  const renewed: ExchangeWrite['renewed'][number][] = [];
  const kept: ExchangeWrite['kept'][number][] = [];
  const isChanged = replaced.deleted.length + replaced.archived.length > 0;
  let duplicates = 0;
  for (const piece of exchange.pieces) {
    const drawer = byKey.get(piece.key) ?? byKey.get(piece.substitute);
    const properties = propertiesOf(conversation, exchange, piece);
    if (drawer === undefined) {
      inserts.push({
        drawer: newDrawer(conversation, exchange, piece),
        substitute: composeDrawerId(wing, room, piece.substitute),
        properties,
        secrets: piece.secrets,
      });
      continue;
    }
    duplicates++;
    kept.push({ drawer, secrets: piece.secrets });
    const patch = patchOf(drawer, placeOf(drawer, conversation, read), exchange, piece);
    if (patch !== null) patches.push(patch);
    if (isChanged || isRenamed) renewed.push({ id: drawer.id, properties });
  }
  const archived = replaced.archived.map(({ rowid }): DrawerPatch => ({
    rowid,
    archived: { at: now, reason: archiveReasons.changed },
  }));
  return {
    inserts,
    kept,
    patches: [...patches, ...archived],
    renewed,
    deleted: replaced.deleted.map(({ rowid }) => rowid),
    tally: { added: inserts.length, duplicates, updated: isChanged ? 1 : 0 },
  };
};

/** The exchanges in their order, each with its drawers in the order of their parts. */
const byExchange = (drawers: readonly Drawer[]): Drawer[][] => {
  const exchanges = new Map<number, Drawer[]>();
  for (const drawer of drawers) {
    const parts = exchanges.get(drawer.exchange ?? -1);
    if (parts === undefined) exchanges.set(drawer.exchange ?? -1, [drawer]);
    else parts.push(drawer);
  }
  for (const parts of exchanges.values()) parts.sort((a, b) => (a.part ?? 0) - (b.part ?? 0));
  return [...exchanges].sort(([a], [b]) => a - b).map(([, parts]) => parts);
};

const propertiesOf = (
  { properties }: FiledConversation,
  { answerAt }: FiledExchange,
  { roles }: FiledPiece,
): Record<string, string> => ({
  ...properties,
  roles,
  answer_at: answerAt === null ? '' : String(answerAt),
});

const newDrawer = (
  { sourceId, wing, room, now }: FiledConversation,
  { ordinal, filedAt }: FiledExchange,
  piece: FiledPiece,
): NewDrawer => {
  return {
    id: composeDrawerId(wing, room, piece.key),
    wing,
    room,
    type: 'conversation',
    text: piece.text,
    sourceId,
    ...noPassage,
    chunkIndex: piece.index,
    contentHash: piece.contentHash,
    filedAt,
    createdAt: now,
    ...defaultMarks,
    speaker: null,
    exchange: ordinal,
    part: piece.part,
  };
};

/** The changes that a kept drawer needs; null if none. */
const patchOf = (
  drawer: Drawer,
  { wing, room }: Place,
  { ordinal }: FiledExchange,
  { part, index }: FiledPiece,
): DrawerPatch | null => {
  const returns =
    drawer.archived &&
    (drawer.archiveReason === archiveReasons.changed || drawer.archiveReason === archiveReasons.removed);
  const same =
    drawer.wing === wing &&
    drawer.room === room &&
    drawer.exchange === ordinal &&
    drawer.part === part &&
    drawer.chunkIndex === index;
  if (same && !returns) return null;
  return {
    rowid: drawer.rowid,
    wing,
    room,
    exchange: ordinal,
    part,
    chunkIndex: index,
    ...(returns ? { archived: null } : {}),
  };
};
