import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawerMentions } from '../../../../../../extension/palace/store/queries/mentions/drawerMentions.ts';
import { runs } from '../../../../../fixtures/testSize.ts';

/** IDs that hold each other, JSON's own characters, and words of this program. */
const anyId = fc.oneof(
  fc.string({ minLength: 1, unit: fc.constantFrom('n', '-', '1', '0', '\\', '"', ' ', '\n', 'é', '.') }),
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom('decision', 'g1', 'note-1', 'note-10', 'erased', '__proto__', 'toString'),
);
const listed = fc.array(fc.record({ id: anyId, isErased: fc.boolean() }), { maxLength: 12 });

describe('IDs where an ID stands', () => {
  it('are replaced if they are equal, and all others stay, whatever they hold', () => {
    fc.assert(
      fc.property(listed, (drawers) => {
        const erased = new Map(drawers.flatMap(({ id, isErased }) => (isErased ? [[id, 'gone'] as const] : [])));
        const ids = drawers.map(({ id }) => id);
        const left = ids.map((id) => erased.get(id) ?? id);
        const document = (list: readonly string[]) => ({
          drawer_ids: list,
          at: 1,
          in: [{ drawer_id: list[0] ?? null }],
        });
        const { inJson } = drawerMentions(erased);
        const found = erased.size > 0;
        expect(inJson(JSON.stringify(ids))).toEqual(found ? JSON.stringify(left) : undefined);
        expect(inJson(JSON.stringify(document(ids)))).toEqual(found ? JSON.stringify(document(left)) : undefined);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('IDs that this program made', () => {
  const made = fc
    .tuple(fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/), fc.stringMatching(/^[0-9a-f]{16}$/))
    .map(([place, hash]) => `drawer_${place}_${hash}`);
  it('are gone from every text, between whatever marks they stand', () => {
    fc.assert(
      fc.property(
        fc.array(made, { minLength: 1, maxLength: 5 }),
        fc.array(fc.constantFrom(' ', ', ', '. ', '(', '“', '…', ':', '\n', '='), { minLength: 6, maxLength: 6 }),
        (ids, between) => {
          const text = ids.map((id, i) => `${between[i] ?? ' '}${id}`).join('') + (between[5] ?? '');
          const without = drawerMentions(new Map(ids.map((id) => [id, 'gone']))).inText(text) ?? text;
          for (const id of ids) expect(without).not.toContain(id);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
