import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { SerialQueue } from '../../base/async/serialQueue.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { curationModes, type CurationMode } from '../contract/curation.ts';
import type { IsoTime } from '../model/drawer/ids.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { applyProposals, proposalsFor } from '../memory/curation/curateNote.ts';
import { issuesLike, joinPattern } from '../memory/patterns/patterns.ts';
import type { CommittedChange, PalaceStore } from '../store/palaceStore.ts';
import type { VectorIndex } from '../vectors/vectorIndex.ts';
import type { NoteCheckOutcome } from './noteCheckOutcome.ts';

export interface NoteCheckParts {
  readonly store: PalaceStore;
  readonly catalogue: Catalogue;
  readonly vectors: () => VectorIndex | null;
  readonly now: () => IsoTime;
  /** Drawers that say nearly the same as the note in this slot; `cosines` has its cosine with each slot. */
  readonly nearDuplicates: (slot: number, cosines: Float64Array) => NoteCheckOutcome['duplicates'];
  readonly onProblem: (error: PalaceError) => void;
}

/**
 * Checks saved notes once they have a vector: which drawers say nearly the same, and whether an issue recurs. The
 * due check is committed with the note, so it is made even if the owner ends first. The checks run one after the
 * other, because two at once could create two patterns of the same issues.
 */
export class NoteChecks {
  readonly #parts: NoteCheckParts;
  readonly #due = new Set<string>();
  readonly #looks = new SerialQueue();
  readonly #done = new Emitter<string>();

  constructor(parts: NoteCheckParts) {
    this.#parts = parts;
  }

  /** Resumes the checks that an earlier owner left. */
  open(): void {
    for (const { id } of this.#parts.store.read.dueNoteChecks()) this.due(id);
  }

  /** A note's check became due. */
  due(id: string): void {
    this.#due.add(id);
    if (this.#hasVector(id)) this.#look(id);
  }

  /** Called for each commit, after the indexes are updated. */
  committed({ vectors, deleted }: CommittedChange): void {
    if (this.#due.size === 0) return;
    // An archived note may be restored; the due check of an erased one was deleted with it.
    if (deleted.length > 0)
      for (const id of this.#due) if (this.#parts.catalogue.slotOfId(id) === undefined) this.#due.delete(id);
    for (const { rowid } of vectors) {
      const slot = this.#parts.catalogue.slotOfRowid(rowid);
      const id = slot === undefined ? undefined : this.#parts.catalogue.entry(slot).id;
      if (id !== undefined && this.#due.has(id)) this.#look(id);
    }
  }

  /** Those of the notes whose check is still due; all due ones if `ids` is absent. */
  dueOf(ids: readonly string[] = [...this.#due]): string[] {
    return ids.filter((id) => this.#due.has(id) && this.#isLive(id));
  }

  /** Checks the due notes that have a vector: the vectors may have been loaded since. */
  wake(): void {
    for (const id of this.#due) if (this.#hasVector(id)) this.#look(id);
  }

  /** `made` resolves after the next check, unless the waiting is given up by `dispose`. */
  next(): Disposable & { readonly made: Promise<void> } {
    let resolve = (): void => undefined;
    const made = new Promise<void>((done) => (resolve = done));
    const { dispose } = this.#done.event(() => resolve());
    return { made, dispose };
  }

  idle(): Promise<void> {
    return this.#looks.settled();
  }

  #hasVector(id: string): boolean {
    const slot = this.#parts.catalogue.slotOfId(id);
    return slot !== undefined && this.#parts.vectors()?.has(slot) === true;
  }

  /** An archived or sensitive note gets no vector. */
  #isLive(id: string): boolean {
    const slot = this.#parts.catalogue.slotOfId(id);
    if (slot === undefined) return false;
    const { archived, sensitive } = this.#parts.catalogue.entry(slot);
    return !archived && !sensitive;
  }

  #look(id: string): void {
    if (this.#parts.store.health.state !== 'ok') return;
    void this.#looks.run(async () => {
      if (!this.#due.has(id)) return;
      try {
        if (!(await this.#check(id))) return;
        this.#due.delete(id);
        this.#done.fire(id);
      } catch (thrown) {
        // It stays due: the next owner tries again.
        this.#parts.onProblem(PalaceError.from(thrown));
      }
    });
  }

  /** Resolves with whether the note could be checked. */
  async #check(id: string): Promise<boolean> {
    const { store, catalogue, vectors: index, now, nearDuplicates } = this.#parts;
    const started = performance.now();
    const [slot, vectors] = [catalogue.slotOfId(id), index()];
    if (slot === undefined || vectors?.has(slot) !== true) return false;
    const cosines = vectors.scanFrom(slot, catalogue.slots);
    const { type, id: drawer } = catalogue.entry(slot);
    const duplicates = nearDuplicates(slot, cosines);
    const alike = type === 'issue' ? issuesLike(slot, cosines, catalogue, now()) : [];
    const mode = modeOf(store.read.noteCheck(id)?.curate);
    const curation = mode === 'off' ? [] : proposalsFor(slot, cosines, catalogue, store.read);
    const ms = performance.now() - started;
    const { outcomeSchema } = await import('./noteCheckOutcome.ts');
    await store.write((transaction) => {
      const outcome: NoteCheckOutcome = {
        duplicates,
        pattern: joinPattern(transaction, drawer, alike, now()),
        curation,
        check_ms: Math.round(ms * 100) / 100,
      };
      applyProposals(transaction, drawer, curation, mode);
      transaction.putCheckOutcome(drawer, JSON.stringify(outcomeSchema.parse(outcome)), now());
    });
    return true;
  }
}

const modeOf = (text: string | undefined): CurationMode => curationModes.find((mode) => mode === text) ?? 'off';
