import type { InFlight } from '../../base/async/concurrency.ts';
import type { MineTally } from '../filing/mineReport.ts';
import { STALE_VERSION } from '../filing/normalizeVersion.ts';
import { isoTime, type IsoTime, type SourceId } from '../model/drawer/ids.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { SourceRecord } from '../model/source/source.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import { archiveFileDrawers, writeFileDrawers } from './fileDrawers.ts';
import type { KnownSources } from './knownSources.ts';
import { archiveReasons } from './leavingDrawers.ts';
import { isElsewhere, moveFileDrawers } from './movedFiles.ts';
import { renameWing } from './renameWing.ts';
import { isTransient, type FileState, type HashedChunk, type SourceReading } from './sourceReading.ts';
import type { SurveyedFile, WorkspaceSurvey } from './workspaceSurvey.ts';

const touchedPerWrite = 200;

interface MineRunParts {
  readonly store: PalaceStore;
  readonly survey: WorkspaceSurvey;
  readonly tally: MineTally;
  readonly writes: InFlight;
  /** By which a source is filed anew if it was filed with other settings or by another version of the chunker. */
  readonly version: number;
  readonly clock: () => Date;
}

/** The writing side of one run of mining: files what was read, and archives what is gone. */
export class MineRun {
  readonly known: KnownSources;
  readonly #store: PalaceStore;
  readonly #survey: WorkspaceSurvey;
  readonly #tally: MineTally;
  readonly #writes: InFlight;
  readonly #version: number;
  readonly #clock: () => Date;
  /** Sources whose bytes are unchanged, with the file state to store. */
  #touched: { readonly id: SourceId; readonly state: FileState }[] = [];

  constructor({ store, survey, tally, writes, version, clock }: MineRunParts) {
    this.known = survey.known;
    this.#store = store;
    this.#survey = survey;
    this.#tally = tally;
    this.#writes = writes;
    this.#version = version;
    this.#clock = clock;
  }

  async begin(): Promise<void> {
    await this.#remember(this.#survey.before);
  }

  async take(file: SurveyedFile, reading: SourceReading): Promise<void> {
    const source = this.known.at(file.path);
    switch (reading.kind) {
      case 'content':
        return this.#write(file, reading.state, reading.chunks, source);
      case 'skipped':
        return this.#skip(file, reading.reason, source);
      case 'unchanged':
      case 'same_content':
        this.#tally.source('unchanged');
        if (source === undefined) return;
        this.#tally.drawers({ added: 0, kept: this.#survey.liveDrawers.get(source.id) ?? 0, archived: 0 });
        if (reading.kind === 'same_content') await this.#touch(source.id, reading.state);
        if (file.mayHaveMoved && isElsewhere(this.#store.read, source, file.path, file.place))
          await this.#writes.add(
            1,
            this.#store.write((transaction) => moveFileDrawers(transaction, source.id, file.path, file.place)),
          );
    }
  }

  /** Call after the last file. Archives what is gone and stores what the next run needs to know. */
  async finish(): Promise<void> {
    await this.#flushTouched();
    for (const source of this.known.leftBehind()) {
      this.#tally.source('archived');
      await this.#archive(source, archiveReasons.removed);
    }
    await this.#writes.drain();
    // Commits, notes and conversations of a wing stay with its files.
    for (const { from, to } of this.#survey.renamedWings) await renameWing(this.#store, from, to);
    await this.#remember(this.#survey.after);
  }

  async #remember(meta: ReadonlyMap<string, string>): Promise<void> {
    const changed = [...meta].filter(([key, value]) => this.#store.read.meta(key) !== value);
    if (changed.length > 0)
      await this.#store.write((transaction) => changed.forEach(([key, value]) => transaction.setMeta(key, value)));
  }

  async #write(
    file: SurveyedFile,
    state: FileState,
    chunks: readonly HashedChunk[],
    source: SourceRecord | undefined,
  ): Promise<void> {
    const renamed = source === undefined ? this.known.takeRenamed(file.path, state.hash) : undefined;
    this.#tally.source(renamed === undefined ? 'mined' : 'renamed');
    const continues = (source ?? renamed)?.id ?? null;
    const mined = {
      path: file.path,
      place: file.place,
      state,
      version: this.#version,
      chunks,
      continues,
      now: this.#now(),
    };
    const write = this.#store
      .write((transaction) => writeFileDrawers(transaction, mined))
      .catch((error: unknown) => {
        // The ID may belong to an imported drawer.
        if (!(error instanceof PalaceError) || error.code !== 'E_SQL') throw error;
        return this.#store.write((transaction) =>
          writeFileDrawers(transaction, { ...mined, avoidTakenIds: true }),
        );
      });
    await this.#writes.add(chunks.length + 1, this.#count(write));
  }

  async #skip(file: SurveyedFile, reason: string, source: SourceRecord | undefined): Promise<void> {
    this.#tally.skip(file.path, reason);
    if (!isTransient(reason) && source !== undefined && source.normalizeVersion !== STALE_VERSION)
      await this.#archive(source, archiveReasons.changed);
  }

  async #archive(source: SourceRecord, reason: string): Promise<void> {
    const now = this.#now();
    await this.#writes.add(
      8,
      this.#count(this.#store.write((transaction) => archiveFileDrawers(transaction, source.id, reason, now))),
    );
  }

  async #touch(id: SourceId, state: FileState): Promise<void> {
    this.#touched.push({ id, state });
    if (this.#touched.length >= touchedPerWrite) await this.#flushTouched();
  }

  async #flushTouched(): Promise<void> {
    const touched = this.#touched;
    if (touched.length === 0) return;
    this.#touched = [];
    const minedAt = this.#now();
    await this.#writes.add(
      touched.length,
      this.#store.write((transaction) => {
        for (const { id, state } of touched) {
          const source = transaction.read.sourceById(id);
          if (source !== undefined) transaction.putSource({ ...source, ...state, minedAt });
        }
      }),
    );
  }

  async #count(write: Promise<{ added: number; kept: number; archived: number }>): Promise<void> {
    this.#tally.drawers(await write);
  }

  #now(): IsoTime {
    return isoTime(this.#clock());
  }
}
