import { entryTypes, tiers, type EntryType, type IndexedDrawer, type Tier } from '../model/drawer.ts';
import type { DrawerFilter } from '../model/drawerFilter.ts';
import type { DrawerScope } from '../model/drawerScope.ts';
import { drawerId, roomName, wingName, type DrawerId, type RoomName, type WingName } from '../model/ids.ts';
import { Interner } from './interner.ts';
import { sourceKindOfPath } from '../model/sourceKind.ts';
import { isNoteType } from '../model/noteTypes.ts';
import { TextSlots } from './textSlots.ts';

const noSource = '';
const fileType = entryTypes.indexOf('file');
/** Goes before the ID of a note's source: every note is a source of its own, even if two came from one file. */
const noteMark = '\0';

/** IDs of all drawers that have one of the tags, letter case ignored. */
export type TagLookup = (tags: readonly string[]) => Iterable<DrawerId>;
const flag = { live: 1, archived: 2, pinned: 4, sensitive: 8, history: 16 } as const;

/** What a search knows about a drawer without reading the store. */
export interface CatalogueEntry {
  readonly slot: number;
  readonly rowid: number;
  readonly id: DrawerId;
  readonly wing: WingName;
  readonly room: RoomName;
  readonly type: EntryType;
  readonly tier: Tier;
  /** Milliseconds since the epoch. */
  readonly filedAtMs: number;
  readonly importance: number;
  readonly pinned: boolean;
  readonly sensitive: boolean;
  readonly archived: boolean;
  /** The same for all drawers of a source. */
  readonly sourceNumber: number;
  readonly chunkIndex: number;
}

/**
 * Every drawer's metadata in columns, indexed by slot. The lexical and the vector index use the same slot numbers.
 * Slots follow the order of rowids: both only grow, and a removed drawer's slot stays empty until the palace is
 * reopened.
 */
export class Catalogue {
  readonly #tagged: TagLookup;
  readonly #slotOfRowid = new Map<number, number>();
  /** Made when it is first asked for: a palace is opened, and most searches are answered, without it. */
  #slotsById: Map<string, number> | undefined;
  readonly #wings = new Interner();
  readonly #rooms = new Interner();
  readonly #sources = new Interner();
  readonly #ids: string[] = [];
  readonly #texts = new TextSlots();
  #rowids = new Float64Array(1024);
  #filedAt = new Float64Array(1024);
  #wing = new Uint32Array(1024);
  #room = new Uint32Array(1024);
  #source = new Uint32Array(1024);
  #chunk = new Uint32Array(1024);
  #importance = new Float64Array(1024);
  #type = new Uint8Array(1024);
  #tier = new Uint8Array(1024);
  #flags = new Uint8Array(1024);
  #slots = 0;

  /** Tags are not kept here: `tagged` is called when a filter names some. */
  constructor(tagged: TagLookup = () => []) {
    this.#tagged = tagged;
  }

  /** Slots handed out so far, empty ones included. */
  get slots(): number {
    return this.#slots;
  }

  /** Number of drawers, archived ones included. */
  get drawers(): number {
    return this.#slotOfRowid.size;
  }

  add(drawer: IndexedDrawer): number {
    const slot = this.#slots++;
    if (slot >= this.#rowids.length) this.#grow();
    this.#slotOfRowid.set(drawer.rowid, slot);
    this.#slotsById?.set(drawer.id, slot);
    this.#ids[slot] = drawer.id;
    this.#rowids[slot] = drawer.rowid;
    this.#write(slot, drawer);
    return slot;
  }

  /** Updates what may change in a filed drawer. */
  update(drawer: IndexedDrawer): void {
    const slot = this.#slotOfRowid.get(drawer.rowid);
    if (slot === undefined) return;
    const id = this.#ids[slot] ?? '';
    if (id !== drawer.id) {
      this.#slotsById?.delete(id);
      this.#slotsById?.set(drawer.id, slot);
      this.#ids[slot] = drawer.id;
    }
    this.#write(slot, drawer);
  }

  /** Returns the slot that is now empty, or undefined if there was no such drawer. */
  remove(rowid: number): number | undefined {
    const slot = this.#slotOfRowid.get(rowid);
    if (slot === undefined) return undefined;
    this.#slotOfRowid.delete(rowid);
    this.#slotsById?.delete(this.#ids[slot] ?? '');
    // Slots are not used again, so an owner that runs for weeks keeps as little of each as it can.
    this.#ids[slot] = '';
    this.#texts.remove(slot);
    this.#flags[slot] = 0;
    return slot;
  }

  slotOfRowid(rowid: number): number | undefined {
    return this.#slotOfRowid.get(rowid);
  }

  slotOfId(id: string): number | undefined {
    this.#slotsById ??= new Map(Array.from(this.#slotOfRowid.values(), (slot) => [this.#ids[slot] ?? '', slot]));
    return this.#slotsById.get(id);
  }

  rowidOf(slot: number): number {
    return this.#rowids[slot] ?? 0;
  }

  /** When the drawer was filed, in milliseconds since the epoch. */
  filedAtOf(slot: number): number {
    return this.#filedAt[slot] ?? 0;
  }

  /** The drawer's importance, 0…1. */
  importanceOf(slot: number): number {
    return this.#importance[slot] ?? 0;
  }

  /** Path of the drawer's source; '' if it has none. */
  sourceFileOf(slot: number): string {
    return pathOf(this.#sources.nameOf(this.#source[slot] ?? 0));
  }

  /** Hex SHA-256 of the drawer's text: equal hashes are exact duplicates. */
  contentHashOf(slot: number): string {
    return this.#texts.hashOf(slot) ?? '';
  }

  entry(slot: number): CatalogueEntry {
    const flags = this.#flags[slot] ?? 0;
    return {
      slot,
      rowid: this.rowidOf(slot),
      id: drawerId(this.#ids[slot] ?? ''),
      wing: wingName(this.#wings.nameOf(this.#wing[slot] ?? 0)),
      room: roomName(this.#rooms.nameOf(this.#room[slot] ?? 0)),
      type: entryTypes[this.#type[slot] ?? 0] ?? 'file',
      tier: tiers[this.#tier[slot] ?? 0] ?? 'working',
      filedAtMs: this.#filedAt[slot] ?? 0,
      importance: this.#importance[slot] ?? 0.5,
      pinned: (flags & flag.pinned) !== 0,
      sensitive: (flags & flag.sensitive) !== 0,
      archived: (flags & flag.archived) !== 0,
      sourceNumber: this.#source[slot] ?? 0,
      chunkIndex: this.#chunk[slot] ?? 0,
    };
  }

  /** The drawers that pass the filter; archived ones only if the filter includes them. */
  scope(filter: DrawerFilter): DrawerScope {
    const wings = chosen(this.#wings, filter.wings);
    const rooms = chosen(this.#rooms, filter.rooms);
    const path = filter.path?.toLowerCase();
    const sources =
      path === undefined ? undefined : this.#sources.matching((name) => pathOf(name).toLowerCase().includes(path));
    const tagged = filter.tags && this.#slotsTagged(filter.tags);
    const types = filter.types && Uint8Array.from(entryTypes, (type) => (filter.types?.includes(type) ? 1 : 0));
    const tierMask = filter.tiers && Uint8Array.from(tiers, (tier) => (filter.tiers?.includes(tier) ? 1 : 0));
    const { kinds } = filter;
    const ofKind = kinds && this.#sources.matching((name) => kinds.includes(sourceKindOfPath(pathOf(name))));
    const from = filter.filedFrom === undefined ? -Infinity : Date.parse(filter.filedFrom);
    const before = filter.filedBefore === undefined ? Infinity : Date.parse(filter.filedBefore);
    const looked =
      flag.live |
      (filter.includeArchived === true ? 0 : flag.archived) |
      (filter.excludeSensitive === true ? flag.sensitive : 0);
    const mask = new Uint8Array(this.#slots);
    let count = 0;
    const history = new Set<number>();
    for (let slot = 0; slot < this.#slots; slot++) {
      if (((this.#flags[slot] ?? 0) & looked) !== flag.live) continue;
      const filed = this.#filedAt[slot] ?? 0;
      if (filed < from || filed >= before) continue;
      if (wings && wings[this.#wing[slot] ?? 0] === 0) continue;
      if (rooms && rooms[this.#room[slot] ?? 0] === 0) continue;
      if (types && types[this.#type[slot] ?? 0] === 0) continue;
      if (tierMask && tierMask[this.#tier[slot] ?? 0] === 0) continue;
      if (ofKind && (this.#type[slot] !== fileType || ofKind[this.#source[slot] ?? 0] === 0)) continue;
      if (sources && sources[this.#source[slot] ?? 0] === 0) continue;
      if (tagged && !tagged.has(slot)) continue;
      mask[slot] = 1;
      count++;
      if (((this.#flags[slot] ?? 0) & flag.history) !== 0) history.add(slot);
    }
    return history.size === 0 ? { mask, count } : { mask, count, history };
  }

  /** Slots of the drawers of sources, by {@link CatalogueEntry.sourceNumber}; archived ones included. */
  slotsOfSources(numbers: ReadonlySet<number>): number[] {
    const slots: number[] = [];
    if (numbers.size === 0) return slots;
    for (let slot = 0; slot < this.#slots; slot++)
      if (this.#flags[slot] !== 0 && numbers.has(this.#source[slot] ?? 0)) slots.push(slot);
    return slots;
  }

  /** How many drawers pass the filter, by wing and room. */
  roomCounts(filter: DrawerFilter): Record<string, Record<string, number>> {
    const { mask } = this.scope(filter);
    const counts = new Map<string, Map<string, number>>();
    mask.forEach((inScope, slot) => {
      if (inScope === 0) return;
      const wing = this.#wings.nameOf(this.#wing[slot] ?? 0);
      const room = this.#rooms.nameOf(this.#room[slot] ?? 0);
      const rooms = counts.get(wing) ?? new Map<string, number>();
      counts.set(wing, rooms.set(room, (rooms.get(room) ?? 0) + 1));
    });
    return Object.fromEntries([...counts].map(([wing, rooms]) => [wing, Object.fromEntries(rooms)]));
  }

  /** Slots of the drawers whose text has this hash; archived ones are left out. */
  slotsOfText(hash: string): number[] {
    return this.#texts
      .of(hash)
      .filter((slot) => ((this.#flags[slot] ?? 0) & (flag.live | flag.archived)) === flag.live);
  }

  /** Number of drawers per wing; archived ones are left out. */
  wingCounts(): Record<string, number> {
    const counts = new Float64Array(this.#wings.size);
    for (let slot = 0; slot < this.#slots; slot++)
      if (((this.#flags[slot] ?? 0) & (flag.live | flag.archived)) === flag.live)
        counts[this.#wing[slot] ?? 0] = (counts[this.#wing[slot] ?? 0] ?? 0) + 1;
    return Object.fromEntries(
      Array.from(counts, (count, wing) => [this.#wings.nameOf(wing), count] as const).filter(
        ([, count]) => count > 0,
      ),
    );
  }

  #slotsTagged(tags: readonly string[]): ReadonlySet<number> {
    const slots = new Set<number>();
    for (const id of this.#tagged(tags)) {
      const slot = this.slotOfId(id);
      if (slot !== undefined) slots.add(slot);
    }
    return slots;
  }

  #write(slot: number, drawer: IndexedDrawer): void {
    this.#filedAt[slot] = Date.parse(drawer.filedAt);
    this.#wing[slot] = this.#wings.numberOf(drawer.wing);
    this.#room[slot] = this.#rooms.numberOf(drawer.room);
    this.#source[slot] = this.#sources.numberOf(sourceKey(drawer));
    this.#chunk[slot] = drawer.chunkIndex;
    this.#importance[slot] = drawer.importance;
    this.#type[slot] = entryTypes.indexOf(drawer.type);
    this.#tier[slot] = tiers.indexOf(drawer.tier);
    this.#texts.set(slot, drawer.contentHash);
    this.#flags[slot] =
      flag.live |
      (drawer.archived ? flag.archived : 0) |
      (drawer.pinned ? flag.pinned : 0) |
      (drawer.sensitive ? flag.sensitive : 0) |
      (drawer.type === 'summary' && drawer.supersededBy !== null ? flag.history : 0);
  }

  #grow(): void {
    const size = this.#rowids.length * 2;
    const doubled = <A extends Float64Array | Uint32Array | Uint8Array>(from: A, to: A): A => (to.set(from), to);
    this.#rowids = doubled(this.#rowids, new Float64Array(size));
    this.#filedAt = doubled(this.#filedAt, new Float64Array(size));
    this.#importance = doubled(this.#importance, new Float64Array(size));
    this.#wing = doubled(this.#wing, new Uint32Array(size));
    this.#room = doubled(this.#room, new Uint32Array(size));
    this.#source = doubled(this.#source, new Uint32Array(size));
    this.#chunk = doubled(this.#chunk, new Uint32Array(size));
    this.#type = doubled(this.#type, new Uint8Array(size));
    this.#tier = doubled(this.#tier, new Uint8Array(size));
    this.#flags = doubled(this.#flags, new Uint8Array(size));
  }
}

/** Drawers with equal keys share a source: one per path for what was mined, one per note for notes. */
const sourceKey = ({ type, sourceFile, sourceId }: IndexedDrawer): string =>
  `${sourceFile ?? noSource}${isNoteType(type) && sourceId !== null ? `${noteMark}${sourceId}` : ''}`;

const pathOf = (key: string): string => key.split(noteMark, 1)[0] ?? noSource;

const chosen = (names: Interner, wanted: readonly string[] | undefined): Uint8Array | undefined =>
  wanted === undefined ? undefined : names.matching((name) => wanted.includes(name));
