import { entryTypes, tiers, type EntryType, type IndexedDrawer, type Tier } from '../model/drawer.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import type { DrawerScope } from '../model/query/drawerScope.ts';
import { drawerId, roomName, wingName, type DrawerId, type RoomName, type WingName } from '../model/ids.ts';
import { DrawerColumns, flag } from './drawerColumns.ts';
import { Interner } from './interner.ts';
import { KeptScopes } from './keptScopes.ts';
import { lastKept } from './lastKept.ts';
import { scopeOfFilter } from './scopeOfFilter.ts';
import { pathOf, sourceKey } from './sourceKey.ts';
import { SourceNames } from './sourceNames.ts';
import { TextSlots } from './textSlots.ts';

const commitType = entryTypes.indexOf('git_commit');

/** IDs of drawers with one of the tags, letter case ignored. */
export type TagLookup = (tags: readonly string[]) => Iterable<DrawerId>;

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
  /** Built on first use: opening a palace and most searches do without it. */
  #slotsById: Map<string, number> | undefined;
  #wings = new Interner();
  #rooms = new Interner();
  #sources = new SourceNames();
  readonly #ids: string[] = [];
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
    this.#slotsById?.set(drawer.id, slot);
    this.#ids[slot] = drawer.id;
    this.#columns.rowid[slot] = drawer.rowid;
    this.#write(slot, drawer);
    if (slot > 0 && this.rowidOf(slot - 1) >= drawer.rowid)
      this.#slotsByRowid ??= this.#listed((each) => this.rowidOf(each));
    this.#slotsByRowid?.set(drawer.rowid, slot);
    return slot;
  }

  /** Updates what may change in a filed drawer. */
  update(drawer: IndexedDrawer): void {
    const slot = this.slotOfRowid(drawer.rowid);
    if (slot === undefined) return;
    const id = this.#ids[slot] ?? '';
    if (id !== drawer.id) {
      this.#forgetId(id, slot);
      this.#slotsById?.set(drawer.id, slot);
      this.#ids[slot] = drawer.id;
    }
    this.#write(slot, drawer);
  }

  /** Returns the slot that is now empty, or undefined if there was no such drawer. */
  remove(rowid: number): number | undefined {
    const slot = this.slotOfRowid(rowid);
    if (slot === undefined) return undefined;
    this.#changed();
    this.#slotsByRowid?.delete(rowid);
    this.#drawers--;
    this.#forgetId(this.#ids[slot] ?? '', slot);
    this.#ids[slot] = '';
    this.#texts.remove(slot);
    this.#columns.flags[slot] = 0;
    return slot;
  }

  /** Another drawer of the same commit may have this ID by now. */
  #forgetId(id: string, slot: number): void {
    if (this.#slotsById?.get(id) === slot) this.#slotsById.delete(id);
  }

  /** The slot of each drawer after {@link closeUp}; -1: empty. */
  closedSlots(): Int32Array {
    let next = 0;
    return Int32Array.from({ length: this.#slots }, (_, slot) => (this.#isFilled(slot) ? next++ : -1));
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
    this.#slots = 0;
    closed.forEach((slot, from) => {
      if (slot < 0) return;
      this.#slots++;
      wing[slot] = wings.numberOf(this.#wings.nameOf(wing[slot] ?? 0));
      room[slot] = rooms.numberOf(this.#rooms.nameOf(room[slot] ?? 0));
      source[slot] = sources.numberOf(this.#sources.nameOf(source[slot] ?? 0));
      this.#ids[slot] = this.#ids[from] ?? '';
      texts.set(slot, this.contentHashOf(from));
    });
    [this.#wings, this.#rooms, this.#sources, this.#texts] = [wings, rooms, sources, texts];
    this.#ids.length = this.#slots;
    this.#slotsById = undefined;
    this.#columns.shrink(this.#slots);
    if (this.#slotsByRowid !== undefined) this.#slotsByRowid = this.#listed((slot) => this.rowidOf(slot));
  }

  slotOfRowid(rowid: number): number | undefined {
    if (this.#slotsByRowid !== undefined) return this.#slotsByRowid.get(rowid);
    const slot = this.#columns.slotOf(rowid, this.#slots);
    return slot !== undefined && this.#isFilled(slot) ? slot : undefined;
  }

  slotOfId(id: string): number | undefined {
    this.#slotsById ??= this.#listed((slot) => this.#ids[slot] ?? '');
    return this.#slotsById.get(id);
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
      id: drawerId(this.#ids[slot] ?? ''),
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
        columns: this.#columns,
        slots: this.#slots,
        wings: this.#wings,
        rooms: this.#rooms,
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

  /** How many drawers pass the filter, by wing and room. */
  roomCounts(filter: DrawerFilter): Record<string, Record<string, number>> {
    const { mask } = this.scope(filter);
    const counts = new Map<string, Map<string, number>>();
    mask.forEach((inScope, slot) => {
      if (inScope === 0) return;
      const wing = this.#wings.nameOf(this.#columns.wing[slot] ?? 0);
      const room = this.#rooms.nameOf(this.#columns.room[slot] ?? 0);
      const rooms = counts.get(wing) ?? new Map<string, number>();
      counts.set(wing, rooms.set(room, (rooms.get(room) ?? 0) + 1));
    });
    return Object.fromEntries([...counts].map(([wing, rooms]) => [wing, Object.fromEntries(rooms)]));
  }

  /** Slots of the drawers whose text has this hash; archived ones are left out. */
  slotsOfText(hash: string): number[] {
    return this.#texts
      .of(hash)
      .filter((slot) => ((this.#columns.flags[slot] ?? 0) & (flag.live | flag.archived)) === flag.live);
  }

  /** Number of drawers per wing; archived ones are left out. */
  wingCounts(): Readonly<Record<string, number>> {
    return (this.#wingCounts ??= this.#countWings());
  }

  #isFilled(slot: number): boolean {
    return ((this.#columns.flags[slot] ?? 0) & flag.live) !== 0;
  }

  /** The slot of each drawer by a name of it. */
  #listed<Name>(nameOf: (slot: number) => Name): Map<Name, number> {
    const slots = new Map<Name, number>();
    for (let slot = 0; slot < this.#slots; slot++) if (this.#isFilled(slot)) slots.set(nameOf(slot), slot);
    return slots;
  }

  #changed(): void {
    this.#scopes.forget();
    this.#wingCounts = undefined;
  }

  #countWings(): Record<string, number> {
    const counts = new Float64Array(this.#wings.size);
    for (let slot = 0; slot < this.#slots; slot++)
      if (((this.#columns.flags[slot] ?? 0) & (flag.live | flag.archived)) === flag.live)
        counts[this.#columns.wing[slot] ?? 0] = (counts[this.#columns.wing[slot] ?? 0] ?? 0) + 1;
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
