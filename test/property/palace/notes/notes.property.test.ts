import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { foldTag, tagsOf } from '../../../../extension/palace/model/drawer/tag.ts';
import { openPalace } from '../../../fixtures/palaces/temporaryPalace.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** A drawer as it must stand. */
interface Filed {
  readonly text: string;
  tags: readonly string[];
  archived: boolean;
  sensitive: boolean;
  pinned: boolean;
}

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.lorem({ maxCount: 12 }),
    fc
      .tuple(fc.lorem({ maxCount: 8 }), fc.integer({ min: 200, max: 260 }))
      .map(([line, times]) => `${line}\n`.repeat(times)),
  )
  .filter((value) => value.trim() !== '' && !/\p{Cs}/u.test(value));
const tag = fc.constantFrom('auth', 'Auth', 'AUTH', 'übung', 'ÜBUNG', 'two words', 'x');
const pick = fc.nat({ max: 50 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('save' as const),
    text,
    tags: fc.array(tag, { maxLength: 3 }),
    sensitive: fc.boolean(),
    pinned: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('edit' as const), at: pick, text }),
  fc.record({
    kind: fc.constant('update' as const),
    at: fc.array(pick, { minLength: 1, maxLength: 4 }),
    change: fc.record(
      {
        tags_add: fc.array(tag, { maxLength: 2 }),
        archived: fc.boolean(),
        sensitive: fc.boolean(),
        pinned: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ kind: fc.constant('untag' as const), at: pick, tag }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Adds as the palace should: the spelling that was there first stays. */
const withTags = (has: readonly string[], added: readonly string[]): readonly string[] =>
  tagsOf([...has, ...added]);

class Model {
  readonly filed = new Map<string, Filed>();
  readonly order: string[] = [];

  file(id: string, drawer: Filed): void {
    expect(this.filed.has(id)).toBe(false);
    this.filed.set(id, drawer);
    this.order.push(id);
  }

  at(index: number): string | undefined {
    return this.order[index % Math.max(1, this.order.length)];
  }
}

const perform = async (palace: Palace, model: Model, todo: Step): Promise<void> => {
  switch (todo.kind) {
    case 'save': {
      const { drawer_id: id } = await palace.save({
        text: todo.text,
        type: 'insight',
        tags: todo.tags,
        sensitive: todo.sensitive,
        pinned: todo.pinned,
        allow_duplicate: true,
      });
      const { drawer_ids: ids, text: whole } = await palace.noteText({ drawer_id: id ?? '' });
      expect(whole).toBe(todo.text);
      for (const part of ids)
        model.file(part, {
          text: (await palace.show({ drawer_id: part })).text,
          tags: tagsOf(todo.tags),
          archived: false,
          sensitive: todo.sensitive,
          pinned: todo.pinned,
        });
      return;
    }
    case 'edit': {
      const id = model.at(todo.at);
      if (id === undefined) return;
      const before = await palace.noteText({ drawer_id: id });
      const parts = before.drawer_ids.map((part) => model.filed.get(part)).filter((part) => part !== undefined);
      const answer = await palace.editNote({ drawer_id: id, text: todo.text }).catch(() => null);
      if (answer === null || !answer.edited || model.filed.has(answer.drawer_id)) return;
      const { drawer_ids: ids, text: whole } = await palace.noteText({ drawer_id: answer.drawer_id });
      expect(whole).toBe(todo.text);
      for (const part of ids)
        model.file(part, {
          text: (await palace.show({ drawer_id: part })).text,
          tags: withTags(
            [],
            parts.flatMap(({ tags }) => tags),
          ),
          archived: false,
          sensitive: parts.some(({ sensitive }) => sensitive),
          pinned: parts.some(({ pinned }) => pinned),
        });
      for (const part of parts) part.archived = true;
      return;
    }
    case 'update': {
      const ids = todo.at.map((index) => model.at(index)).filter((id) => id !== undefined);
      if (ids.length === 0) return;
      expect((await palace.update({ drawer_ids: ids, ...todo.change })).missing).toEqual([]);
      for (const id of ids) {
        const drawer = model.filed.get(id);
        if (drawer === undefined) continue;
        const { tags_add: added = [], ...rest } = todo.change;
        Object.assign(drawer, rest, { tags: withTags(drawer.tags, added) });
      }
      return;
    }
    case 'untag': {
      const id = model.at(todo.at);
      const drawer = id === undefined ? undefined : model.filed.get(id);
      if (id === undefined || drawer === undefined) return;
      await palace.update({ drawer_ids: [id], tags_remove: [todo.tag] });
      drawer.tags = drawer.tags.filter((tagged) => foldTag(tagged) !== foldTag(todo.tag));
    }
  }
};

const agree = async (palace: Palace, model: Model): Promise<void> => {
  for (const [id, drawer] of model.filed) {
    const view = await palace.show({ drawer_id: id });
    expect({ ...view, tags: [...view.tags].sort() }).toMatchObject({ ...drawer, tags: [...drawer.tags].sort() });
    if (drawer.sensitive) expect(view.has_vector).toBe(false);
  }
  const { drawers } = await palace.status({});
  expect(drawers.total + drawers.archived).toBe(model.filed.size);
  for (const wanted of ['auth', 'Übung']) {
    const { drawers: found } = await palace.list({ filter: { tag: [wanted] }, limit: 1000 });
    const due = [...model.filed]
      .filter(([, { tags, archived }]) => !archived && tags.some((other) => foldTag(other) === foldTag(wanted)))
      .map(([id]) => id);
    expect(found.map(({ drawer_id: id }) => id).sort()).toEqual(due.sort());
  }
};

describe('notes', () => {
  it('after any saves, edits and updates: no text has changed, nothing has vanished, tags are a set, and a note has one text that is not archived', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const folder = mkdtempSync(path.join(tmpdir(), 'synapse-notes-'));
        const palace = await openPalace({ folder });
        const model = new Model();
        try {
          for (const todo of steps) await perform(palace, model, todo);
          await agree(palace, model);
        } finally {
          await palace.close();
        }
        const reopened = await openPalace({ folder });
        try {
          await agree(reopened, model);
        } finally {
          await reopened.close();
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: runs(12) },
    );
  });
});
