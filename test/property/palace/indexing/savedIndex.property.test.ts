import fc from 'fast-check';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PalaceIndexes } from '../../../../extension/palace/indexing/palaceIndexes.ts';
import { lexicalQuery } from '../../../../extension/palace/lexical/query/lexicalQuery.ts';
import type { Drawer } from '../../../../extension/palace/model/drawer/drawer.ts';
import { drawerId, isoTime, sourceId } from '../../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore, WriteTransaction } from '../../../../extension/palace/store/palaceStore.ts';
import { newDrawer, newSource, sqliteWasm, temporaryFolder } from '../../../unit/palace/store/samplePalace.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** The word index of an owner that was killed, whatever it saved and whatever was written since, is the one of a fresh start. */

const words = ['tide', 'berth', 'crane', 'pilot', 'harbour', 'lock', 'rope'];
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((list) => list.join(' '));
const nth = fc.nat(11);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('file' as const), text, sensitive: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('turn' as const), text, place: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('note' as const), text, parts: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sensitive' as const), nth, sensitive: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('place' as const), nth, place: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('type' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tag' as const), nth, tag: fc.constantFrom(...words) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('untag' as const), nth, tag: fc.constantFrom(...words) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('finding' as const), nth, length: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move' as const), path: fc.constantFrom('a/tide.md', 'b/rope.ts') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('used' as const), nth }) },
  ...(['save', 'kill', 'forget', 'backup', 'restore', 'otherIndex', 'cutIndex', 'lostIndex'] as const).map(
    (kind) => ({
      weight: kind === 'save' || kind === 'kill' || kind === 'forget' ? 4 : 1,
      arbitrary: fc.record({ kind: fc.constant(kind) }),
    }),
  ),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Write = Exclude<
  Step,
  { kind: 'save' | 'kill' | 'forget' | 'backup' | 'restore' | 'otherIndex' | 'cutIndex' | 'lostIndex' }
>;

/** A change of one drawer. */
type OfOne = Extract<Write, { nth: number }>;

const fileNew = (transaction: WriteTransaction, todo: Exclude<Write, OfOne>, number: number): void => {
  const [id, file] = [`d${number}`, sourceId('f')];
  switch (todo.kind) {
    case 'file':
      if (transaction.read.sourceById(file) === undefined) transaction.putSource(newSource('f', 'docs/pilot.md'));
      transaction.insertDrawers([newDrawer(id, { text: todo.text, sensitive: todo.sensitive, sourceId: file })]);
      return;
    case 'turn':
      transaction.putSource(newSource('c', 'talk.jsonl', { kind: 'conversation' }));
      transaction.insertDrawers([
        newDrawer(id, {
          text: todo.text,
          type: 'conversation',
          speaker: 'me',
          sourceId: sourceId('c'),
          chunkIndex: todo.place,
        }),
      ]);
      return;
    case 'note':
      transaction.putSource(newSource(`n${number}`, '', { kind: 'note' }));
      transaction.insertDrawers(
        Array.from({ length: todo.parts }, (_, part) =>
          newDrawer(`${id}.${part}`, {
            text: `${todo.text}\n${part}`,
            type: 'insight',
            sourceId: sourceId(`n${number}`),
            chunkIndex: part,
            part: todo.parts === 1 ? null : part,
          }),
        ),
      );
      return;
    case 'move':
      transaction.putSource(newSource('f', todo.path));
  }
};

const change = (transaction: WriteTransaction, todo: OfOne, chosen: Drawer, number: number): void => {
  const { rowid, id } = chosen;
  switch (todo.kind) {
    case 'delete':
      return transaction.deleteDrawers([rowid]);
    case 'sensitive':
      return transaction.updateDrawers([{ rowid, sensitive: todo.sensitive }]);
    case 'place':
      return transaction.updateDrawers([{ rowid, chunkIndex: todo.place }]);
    case 'type':
      if (chosen.type === 'insight') transaction.updateDrawers([{ rowid, type: 'reference' }]);
      return;
    case 'tag':
      return transaction.addTags(id, [todo.tag]);
    case 'untag':
      return transaction.removeTags(id, [todo.tag]);
    case 'finding':
      return transaction.putFindings(id, [
        { rule: 'r', start: 0, end: Math.min(todo.length, chosen.text.length) },
      ]);
    case 'used':
      return transaction.recordAccess([{ rowid, sessionId: `s${number}`, kind: 'opened', at: isoTime(0) }]);
  }
};

const write = (store: PalaceStore, todo: Write, number: number): Promise<void> =>
  store.write((transaction) => {
    if (!('nth' in todo)) return fileNew(transaction, todo, number);
    const all = transaction.read.scanDrawers(0, 100);
    const chosen = all[todo.nth % Math.max(1, all.length)];
    if (chosen !== undefined) change(transaction, todo, chosen, number);
  });

/** Everything that a word index can be asked, by rowid. */
const asked = ({ lexical, catalogue }: PalaceIndexes): unknown => {
  const scope = catalogue.scope({ includeArchived: true });
  const ask = (query: string): unknown => {
    const { slots, scores, held, terms, maxPossible } = lexical.score(
      lexicalQuery(lexical.analyser, query),
      scope,
      {
        path: 1,
        names: 0.5,
      },
    );
    const hits = Array.from(slots, (slot, i) => [
      catalogue.rowidOf(slot),
      scores[i],
      held[i],
      lexical.keyOf(slot),
    ]);
    return { terms, maxPossible, hits: hits.sort(([a = 0], [b = 0]) => a - b) };
  };
  return { size: lexical.size, answers: [...words, 'tide crane pilot', 'January 2026', 'md'].map(ask) };
};

it('an index from its saved copy and from every commit equals one that is built anew, to the bit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
      const { folder, remove } = temporaryFolder();
      const elsewhere = temporaryFolder();
      onTestFinished(() => (remove(), elsewhere.remove()));
      const [file, index, backup] = ['palace.sqlite', 'lexical.idx', 'backup'].map((name) =>
        path.join(folder, name),
      ) as [string, string, string];
      const open = async () => {
        const store = await openPalaceStore({ folder, sqliteWasm });
        const indexes = await PalaceIndexes.load(store);
        store.onCommit((change) => indexes.apply(change));
        return { store, indexes };
      };
      const other = await otherIndex;
      let { store, indexes } = await open();
      const compare = async (): Promise<void> => {
        const fresh = await PalaceIndexes.load({
          folder: elsewhere.folder,
          health: store.health,
          read: store.read,
        });
        expect(asked(indexes)).toEqual(asked(fresh));
      };
      /** What an owner that is killed leaves: all that was committed, and the index as it was last saved. */
      const reopen = async (between: () => void = () => undefined): Promise<void> => {
        await store.close();
        between();
        ({ store, indexes } = await open());
        await compare();
      };
      for (const [number, todo] of steps.entries()) {
        switch (todo.kind) {
          case 'save':
            await indexes.save();
            break;
          case 'kill':
            await compare();
            await reopen();
            break;
          case 'forget':
            expect(await indexes.forget(() => true)).toBe(true);
            expect(indexes.catalogue.slots).toBe(indexes.catalogue.drawers);
            await compare();
            break;
          case 'backup':
            await reopen(() => copyFileSync(file, backup));
            break;
          case 'restore':
            if (existsSync(backup)) await reopen(() => copyFileSync(backup, file));
            break;
          case 'otherIndex':
            await reopen(() => writeFileSync(index, other));
            break;
          case 'cutIndex':
            if (existsSync(index)) await reopen(() => writeFileSync(index, readFileSync(index).subarray(0, 200)));
            break;
          case 'lostIndex':
            await reopen(() => rmSync(index, { force: true }));
            break;
          default:
            await write(store, todo, number);
        }
      }
      await compare();
      await reopen();
      await store.close();
      remove();
      elsewhere.remove();
    }),
    { numRuns: runs(8) },
  );
});

/** The saved index of another palace: the same rowids, other drawers, and one in common. */
const otherIndex = (async (): Promise<Buffer> => {
  const { folder, remove } = temporaryFolder();
  const store = await openPalaceStore({ folder, sqliteWasm });
  await store.write((transaction) => {
    transaction.insertDrawers(
      ['tide tide', 'rope', 'lock crane'].map((words, i) => newDrawer(`o${i}`, { text: words })),
    );
    transaction.addTags(drawerId('o1'), ['pilot']);
  });
  const indexes = await PalaceIndexes.load(store);
  await indexes.save();
  await store.close();
  const bytes = readFileSync(path.join(folder, 'lexical.idx'));
  remove();
  return bytes;
})();
