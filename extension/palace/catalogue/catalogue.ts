import { entryTypes, tiers, type EntryType, type IndexedDrawer, type Tier } from '../model/drawer/drawer.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import type { DrawerScope } from '../model/query/drawerScope.ts';
import { drawerId, roomName, wingName, type DrawerId, type RoomName, type WingName } from '../model/drawer/ids.ts';
import { DrawerColumns, flag } from './drawerColumns.ts';
import { countsByRoom, countsByWing, type NamedColumns } from './drawerCounts.ts';
import { SlotIds } from './slotIds.ts';
import { Interner } from './interner.ts';
import { KeptScopes } from './keptScopes.ts';
import { lastKept } from './lastKept.ts';
import { scopeOfFilter } from './scopeOfFilter.ts';
import { pathOf, sourceKey } from './sourceKey.ts';
import { SourceNames } from './sourceNames.ts';
import { TextSlots } from './textSlots.ts';

const commitType = entryTypes.indexOf('git_commit');

/** IDs of drawers with one of the tags, letter case ignored. */
type TagLookup = (tags: readonly string[]) => Iterable<DrawerId>;

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
 * Slots follow the order of rowids: both only grow, and a removed drawer's slot stays empty until the slots are closed up.
 */
export class Catalogue {
  readonly #tagged: TagLookup;
  /** The slot of each rowid, where rowids do not rise with the slots; else undefined, and they are searched for. */
  #slotsByRowid: Map<number, number> | undefined;
  #drawers = 0;
  #wings = new Interner();
  #rooms = new Interner();
  #sources = new SourceNames();
  readonly #ids = new SlotIds();
  #texts = new TextSlots();
  readonly #columns = new DrawerColumns();
  #slots = 0;
  /** The drawers of a source were often filed at one time. */
  readonly #msOf = lastKept(Date.parse);
  readonly #scopes = new KeptScopes();
  #wingCounts: Readonly<Record<string, number>> | undefined;

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
    return this.#drawers;
  }

  add(drawer: IndexedDrawer): number {
    const slot = this.#slots++;
    this.#columns.reach(slot);
    this.#drawers++;
    this.#ids.set(slot, drawer.id);
    this.#columns.rowid[slot] = drawer.rowid;
    this.#write(slot, drawer);
    if (slot > 0 && this.rowidOf(slot - 1) >= drawer.rowid) this.#slotsByRowid ??= this.#listedByRowid();
    this.#slotsByRowid?.set(drawer.rowid, slot);
    return slot;
  }

  /** Updates what may change in a filed drawer. */
  update(drawer: IndexedDrawer): void {
    const slot = this.slotOfRowid(drawer.rowid);
    if (slot === undefined) return;
    this.#ids.set(slot, drawer.id);
    this.#write(slot, drawer);
  }

  /** Returns the slot that is now empty, or undefined if there was no such drawer. */
  remove(rowid: number): number | undefined {
    const slot = this.slotOfRowid(rowid);
    if (slot === undefined) return undefined;
    this.#changed();
    this.#slotsByRowid?.delete(rowid);
    this.#drawers--;
    this.#ids.remove(slot);
    this.#texts.remove(slot);
    this.#columns.flags[slot] = 0;
    return slot;
  }

  /** The slot of each drawer after {@link closeUp}; -1: empty. */
  closedSlots(): Int32Array {
    let next = 0;
    return Int32Array.from({ length: this.#slots }, (_, slot) => (this.#columns.isFilled(slot) ? next++ : -1));
  }

  /**
   * Closes the empty slots and forgets the names that no drawer has. Slots and source numbers change, so nobody may
   * hold one.
   */
  closeUp(): void {
    this.#changed();
    const closed = this.closedSlots();
    const [{ wing, room, source }, texts] = [this.#columns, new TextSlots()];
    const [wings, rooms, sources] = [new Interner(), new Interner(), new SourceNames()];
    this.#columns.move(closed);
    this.#ids.move(closed);
    this.#slots = 0;
    closed.forEach((slot, from) => {
      if (slot < 0) return;
      this.#slots++;
      wing[slot] = wings.numberOf(this.#wings.nameOf(wing[slot] ?? 0));
      room[slot] = rooms.numberOf(this.#rooms.nameOf(room[slot] ?? 0));
      source[slot] = sources.numberOf(this.#sources.nameOf(source[slot] ?? 0));
      texts.set(slot, this.contentHashOf(from));
    });
    [this.#wings, this.#rooms, this.#sources, this.#texts] = [wings, rooms, sources, texts];
    this.#columns.shrink(this.#slots);
    if (this.#slotsByRowid !== undefined) this.#slotsByRowid = this.#listedByRowid();
  }

  slotOfRowid(rowid: number): number | undefined {
    if (this.#slotsByRowid !== undefined) return this.#slotsByRowid.get(rowid);
    const slot = this.#columns.slotOf(rowid, this.#slots);
    return slot !== undefined && this.#columns.isFilled(slot) ? slot : undefined;
  }

  slotOfId(id: string): number | undefined {
    return this.#ids.slotOf(id);
  }

  rowidOf(slot: number): number {
    return this.#columns.rowid[slot] ?? 0;
  }

  /** When the drawer was filed, in milliseconds since the epoch. */
  filedAtOf(slot: number): number {
    return this.#columns.filedAt[slot] ?? 0;
  }

  isCommit(slot: number): boolean {
    return this.#columns.type[slot] === commitType;
  }

  /** The drawer's importance, 0…1. */
  importanceOf(slot: number): number {
    return this.#columns.importance[slot] ?? 0;
  }

  /** Path of the drawer's source; '' if it has none. */
  sourceFileOf(slot: number): string {
    return pathOf(this.#sources.nameOf(this.sourceNumberOf(slot)));
  }

  /** See {@link CatalogueEntry.sourceNumber}. */
  sourceNumberOf(slot: number): number {
    return this.#columns.source[slot] ?? 0;
  }

  /** See {@link SourceNames.testsNamed}. */
  testsNamed(subject: string): readonly number[] {
    return this.#sources.testsNamed(subject);
  }

  /** Hex SHA-256 of the drawer's text: equal hashes are exact duplicates. */
  contentHashOf(slot: number): string {
    return this.#texts.hashOf(slot) ?? '';
  }

  entry(slot: number): CatalogueEntry {
    const flags = this.#columns.flags[slot] ?? 0;
    return {
      slot,
      rowid: this.rowidOf(slot),
      id: drawerId(this.#ids.idOf(slot)),
      wing: wingName(this.#wings.nameOf(this.#columns.wing[slot] ?? 0)),
      room: roomName(this.#rooms.nameOf(this.#columns.room[slot] ?? 0)),
      type: entryTypes[this.#columns.type[slot] ?? 0] ?? 'file',
      tier: tiers[this.#columns.tier[slot] ?? 0] ?? 'working',
      filedAtMs: this.#columns.filedAt[slot] ?? 0,
      importance: this.#columns.importance[slot] ?? 0.5,
      pinned: (flags & flag.pinned) !== 0,
      sensitive: (flags & flag.sensitive) !== 0,
      archived: (flags & flag.archived) !== 0,
      sourceNumber: this.sourceNumberOf(slot),
      chunkIndex: this.#columns.chunk[slot] ?? 0,
    };
  }

  /** The drawers that pass the filter; archived ones only if the filter includes them. The mask is read-only. */
  scope(filter: DrawerFilter): DrawerScope {
    return this.#scopes.of(filter, () =>
      scopeOfFilter(filter, {
        ...this.#named(),
        sources: this.#sources,
        slotsTagged: (tags) => this.#slotsTagged(tags),
      }),
    );
  }

  /** Slots of the drawers of sources, by {@link CatalogueEntry.sourceNumber}; archived ones included. */
  slotsOfSources(numbers: ReadonlySet<number>): number[] {
    const slots: number[] = [];
    if (numbers.size === 0) return slots;
    for (let slot = 0; slot < this.#slots; slot++)
      if (this.#columns.flags[slot] !== 0 && numbers.has(this.sourceNumberOf(slot))) slots.push(slot);
    return slots;
  }

  /** For each commit, its repository's commits within so many milliseconds of it, by slot; see {@link DrawerColumns.around}. */
  commitsWithin(commits: readonly number[], ms: number): number[][] {
    return this.#columns.around(commits, ms, this.#slots);
  }

  /** How many of the scope's drawers still get a vector: they have none, and are neither sensitive nor archived. */
  awaitingVector({ mask }: DrawerScope, hasVector: (slot: number) => boolean): number {
    let count = 0;
    for (let slot = 0; slot < mask.length; slot++)
      if (mask[slot] === 1 && this.#columns.isEmbedded(slot) && !hasVector(slot)) count++;
    return count;
  }

  /** How many drawers are in scope, by wing and room. */
  roomCounts({ mask }: Pick<DrawerScope, 'mask'>): Record<string, Record<string, number>> {
    return countsByRoom(mask, this.#named());
  }

  /** Slots of the drawers whose text has this hash; archived ones are left out. */
  slotsOfText(hash: string): number[] {
    return this.#texts.of(hash).filter((slot) => this.#columns.isCurrent(slot));
  }

  /** Number of drawers per wing; archived ones are left out. */
  wingCounts(): Readonly<Record<string, number>> {
    return (this.#wingCounts ??= countsByWing(this.#named()));
  }

  #named(): NamedColumns {
    return { columns: this.#columns, slots: this.#slots, wings: this.#wings, rooms: this.#rooms };
  }

  #listedByRowid(): Map<number, number> {
    const slots = new Map<number, number>();
    for (let slot = 0; slot < this.#slots; slot++)
      if (this.#columns.isFilled(slot)) slots.set(this.rowidOf(slot), slot);
    return slots;
  }

  #changed(): void {
    this.#scopes.forget();
    this.#wingCounts = undefined;
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
    this.#changed();
    this.#columns.filedAt[slot] = this.#msOf(drawer.filedAt);
    this.#columns.wing[slot] = this.#wings.numberOf(drawer.wing);
    this.#columns.room[slot] = this.#rooms.numberOf(drawer.room);
    this.#columns.source[slot] = this.#sources.numberOf(sourceKey(drawer));
    this.#columns.chunk[slot] = drawer.chunkIndex;
    this.#columns.importance[slot] = drawer.importance;
    this.#columns.type[slot] = entryTypes.indexOf(drawer.type);
    this.#columns.tier[slot] = tiers.indexOf(drawer.tier);
    this.#texts.set(slot, drawer.contentHash);
    this.#columns.flags[slot] =
      flag.live |
      (drawer.archived ? flag.archived : 0) |
      (drawer.pinned ? flag.pinned : 0) |
      (drawer.sensitive ? flag.sensitive : 0) |
      (drawer.type === 'summary' && drawer.supersededBy !== null ? flag.history : 0);
  }
}
