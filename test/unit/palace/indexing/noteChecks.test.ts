import { expect, it } from 'vitest';
import { noteCheckCalls } from '../../../../extension/palace/calls/noteCheckCalls.ts';
import { NoteChecks, type NoteCheckParts } from '../../../../extension/palace/indexing/noteChecks.ts';
import type { CommittedChange } from '../../../../extension/palace/store/palaceStore.ts';

const nothing: CommittedChange = {
  revision: 1,
  inserted: [],
  updated: [],
  deleted: [],
  vectors: [],
  unembedded: [],
  clearedModels: [],
  closets: [],
};

/** Checks of notes that never get a vector, in a catalogue of these notes. */
const checksOf = (notes: Map<string, { archived: boolean; sensitive: boolean }>): NoteChecks =>
  new NoteChecks({
    catalogue: {
      slotOfId: (id: string) => (notes.has(id) ? [...notes.keys()].indexOf(id) : undefined),
      entry: (slot: number) => [...notes.values()][slot],
    },
    vectors: () => null,
  } as unknown as NoteCheckParts);

it('a note that was erased is forgotten; one that was archived is due again when it is restored', () => {
  const live = { archived: false, sensitive: false };
  const notes = new Map([
    ['erased', live],
    ['archived', live],
  ]);
  const checks = checksOf(notes);
  for (const id of notes.keys()) checks.due(id);
  notes.delete('erased');
  notes.set('archived', { ...live, archived: true });
  checks.committed({ ...nothing, deleted: [1] });
  expect(checks.dueOf()).toEqual([]);
  // Both come back, the erased one by an import, which asks for no check.
  notes.set('erased', live).set('archived', live);
  expect(checks.dueOf()).toEqual(['archived']);
});

it('a wait that is cancelled or in vain leaves nothing behind that waits for the next check', async () => {
  const checks = checksOf(new Map([['note', { archived: false, sensitive: false }]]));
  checks.due('note');
  let waiting = 0;
  const { next } = checks;
  checks.next = () => {
    waiting += 1;
    const { made, dispose } = next.call(checks);
    return { made, dispose: () => (dispose(), void (waiting -= 1)) };
  };
  const queue = { first: () => Promise.resolve(), problem: undefined, idle: () => Promise.resolve() };
  const catalogue = { slotOfId: () => 0, rowidOf: () => 1 };
  const embeddings = { queryModel: async () => ({}), ingestModel: () => null, queue };
  const asks = (idle: () => Promise<void>, signal?: AbortSignal) =>
    noteCheckCalls({
      checks,
      catalogue,
      embeddings: { ...embeddings, queue: { ...queue, idle } },
    } as never).noteChecks({ wait: true }, signal === undefined ? {} : { signal });
  await expect(asks(() => Promise.resolve())).resolves.toMatchObject({ unavailable: 'The note has no vector.' });
  const abort = new AbortController();
  const cancelled = asks(() => (abort.abort(), new Promise(() => undefined)), abort.signal);
  await expect(cancelled).rejects.toMatchObject({ code: 'E_CANCELLED' });
  expect(waiting).toBe(0);
});
