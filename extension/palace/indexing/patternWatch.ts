import { SerialQueue } from '../../base/serialQueue.ts';
import type { PatternChange } from '../contract/memorySchemas.ts';
import { PalaceError } from '../model/palaceError.ts';
import { detectPattern, isInWindow, type PatternParts } from '../memory/patterns/patterns.ts';
import type { CommittedChange } from '../store/palaceStore.ts';

/** The result of checking an issue for a pattern, and its milliseconds; null if the issue has no vector yet. */
export type PatternFinding = { readonly change: PatternChange | null; readonly ms: number } | null;

/** Number of findings kept for later calls: a save asks right after its commit. */
const remembered = 50;

/**
 * Looks for error patterns when the vector of an issue note arrives: with the note itself, or later from the
 * queue. The checks run one after the other, because two at once could create two patterns of the same issues.
 */
export class PatternWatch {
  readonly #parts: PatternParts;
  readonly #onProblem: (error: PalaceError) => void;
  readonly #findings = new Map<string, Promise<PatternFinding>>();
  readonly #looks = new SerialQueue();

  constructor(parts: PatternParts, onProblem: (error: PalaceError) => void) {
    this.#parts = parts;
    this.#onProblem = onProblem;
  }

  /** Called for each commit, after the indexes are updated. */
  committed({ vectors }: CommittedChange): void {
    for (const { rowid } of vectors) {
      const slot = this.#parts.catalogue.slotOfRowid(rowid);
      const entry = slot === undefined ? undefined : this.#parts.catalogue.entry(slot);
      if (entry?.type === 'issue' && !entry.archived && !entry.sensitive && this.#isFreshNote(rowid))
        void this.finding(entry.id);
    }
  }

  /** What a filed issue changed in the patterns. Never rejects: a failure must not affect the saved issue. */
  finding(id: string): Promise<PatternFinding> {
    const known = this.#findings.get(id);
    if (known !== undefined) return known;
    const { catalogue, vectors } = this.#parts;
    const slot = catalogue.slotOfId(id);
    if (slot === undefined || vectors()?.has(slot) !== true) return Promise.resolve(null);
    const found = this.#looks.run(() => this.#look(id));
    this.#findings.set(id, found);
    for (const oldest of this.#findings.keys()) {
      if (this.#findings.size <= remembered) break;
      this.#findings.delete(oldest);
    }
    return found;
  }

  idle(): Promise<void> {
    return this.#looks.settled();
  }

  /** Whether the drawer is a recent note. Imported drawers are not checked: an import brings its own patterns. */
  #isFreshNote(rowid: number): boolean {
    const {
      store: { read },
      now,
    } = this.#parts;
    const [drawer] = read.drawersByRowid([rowid]);
    return (
      drawer !== undefined &&
      drawer.sourceId !== null &&
      isInWindow(drawer.filedAt, now()) &&
      read.sourceById(drawer.sourceId)?.kind === 'note'
    );
  }

  async #look(id: string): Promise<PatternFinding> {
    const started = performance.now();
    try {
      const change = await detectPattern(id, this.#parts);
      return { change, ms: Math.round((performance.now() - started) * 100) / 100 };
    } catch (thrown) {
      this.#onProblem(PalaceError.from(thrown));
      return null;
    }
  }
}
