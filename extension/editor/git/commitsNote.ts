import type { Memento } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';

/** Commits that were indexed automatically when the workspace was first opened. */
export interface IndexedCommits {
  readonly commits: number;
  /** How many days back they were read. */
  readonly days: number;
}

const key = 'indexedCommits';

/**
 * What the Memory view says about the first commits that were indexed automatically, until the person has decided what to do.
 * Remembered with the workspace.
 */
export class CommitsNote implements Disposable {
  readonly #memento: Pick<Memento, 'get' | 'update'>;
  readonly #changes = new Emitter<void>();

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
  }

  /** Whether commits have been indexed automatically in this workspace before, even if nothing is shown any more. */
  get wasTold(): boolean {
    return this.#memento.get(key) !== undefined;
  }

  /** What to show; null if there is nothing to say or the person has decided. */
  get shown(): IndexedCommits | null {
    const value: unknown = this.#memento.get(key);
    return isIndexed(value) ? value : null;
  }

  /** Remembers the first commits, and adds those of a further repository, unless the person has decided. */
  tell({ commits, days }: IndexedCommits): void {
    const { shown } = this;
    if (shown !== null) this.#set({ commits: shown.commits + commits, days: Math.max(shown.days, days) });
    else if (!this.wasTold) this.#set({ commits, days });
  }

  /** The person has decided: the line is not shown again in this workspace. */
  hide(): void {
    this.#set('hidden');
  }

  onChange(listener: () => void): Disposable {
    return this.#changes.event(listener);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #set(value: IndexedCommits | 'hidden'): void {
    void this.#memento.update(key, value);
    this.#changes.fire();
  }
}

const isIndexed = (value: unknown): value is IndexedCommits =>
  typeof value === 'object' &&
  value !== null &&
  'commits' in value &&
  typeof value.commits === 'number' &&
  'days' in value &&
  typeof value.days === 'number';
