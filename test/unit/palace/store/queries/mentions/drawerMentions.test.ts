import { describe, expect, it } from 'vitest';
import { drawerMentions } from '../../../../../../extension/palace/store/queries/mentions/drawerMentions.ts';

const made = 'drawer_harbor_notes_0123456789abcdef';
const erasing = (...ids: readonly string[]) => drawerMentions(new Map(ids.map((id) => [id, 'erased'])));

describe('a drawer’s ID in a text', () => {
  it.each([
    [made, `in the summary ${made}`, 'in the summary erased'],
    [made, `superseded_by=${made}, last_accessed=3 days ago`, 'superseded_by=erased, last_accessed=3 days ago'],
    [made, `replaced by “${made}”.`, 'replaced by “erased”.'],
    [made, `See ${made}. And ${made}: it says more.`, 'See erased. And erased: it says more.'],
    [made, `see:${made}:12`, 'see:erased:12'],
    [
      'note-1',
      'note-1, note-10, my-note-1, note-1.b and note-1',
      'erased, note-10, my-note-1, note-1.b and erased',
    ],
    ['n\\a "b"', 'of n\\a "b"; n\\a', 'of erased; n\\a'],
    ['a+b$&(c)', 'a+b$&(c) is it', 'erased is it'],
  ])('%j in %j', (id, text, without) => {
    expect(erasing(id).inText(text)).toBe(without);
  });

  it.each([
    ['1', 'decision 1 of 11'],
    ['2026-03-01', 'archived on 2026-03-01'],
    ['1234567', 'issue 1234567'],
    ['ab-1', 'see ab-1'],
    ['source_changed', 'source_changed'],
    ['consolidated', 'consolidated'],
    [made, `${made}0`],
    [made, `x${made}`],
    [made, `${made}-part2`],
  ])('%j is not what %j means', (id, text) => {
    expect(erasing(id).inText(text)).toBeUndefined();
  });

  it('replaces the longer one first where one holds another', () => {
    const both = erasing('note-1', 'note-1 of May');
    expect(both.inText('note-1 of May, note-1')).toBe('erased, erased');
  });
});

describe('a drawer’s ID in JSON', () => {
  const n = String.raw`note\a"b`;
  it.each([
    ['a list of IDs', ['note-1'], ['note-10', 'note-1', 'note-1 of May'], ['note-10', 'erased', 'note-1 of May']],
    ['an escaped ID', [n], { drawer_ids: [n, `${n}c`] }, { drawer_ids: ['erased', `${n}c`] }],
    [
      'an everyday ID',
      ['g1', '1'],
      { drawer_id: '1', group_id: 'g1', n: 1 },
      { drawer_id: 'erased', group_id: 'g1', n: 1 },
    ],
    ['a list under another key', ['b'], { archived: ['a', 'b'] }, { archived: ['a', 'erased'] }],
    ['prose', [made], [{ reason: `for ${made}` }], [{ reason: 'for erased' }]],
    ['an escaped ID in prose', [n], { title: `of ${n}` }, { title: 'of erased' }],
    ['a key', [made], { [made]: 1 }, { erased: 1 }],
  ])('%s', (_, ids, given, without) => {
    expect(JSON.parse(erasing(...ids).inJson(JSON.stringify(given)) ?? 'null')).toEqual(without);
  });

  it.each([
    [['decision'], { type: 'decision', title: 'decision' }],
    [['note-1'], { drawer_id: 'note-1 of May', superseded_by: 'note-10' }],
    [['1'], [1, '10', { alike: 1 }]],
  ])('%j is not named in %j', (ids, given) => {
    expect(erasing(...ids).inJson(JSON.stringify(given))).toBeUndefined();
  });

  it('is looked for as in a text if it can’t be read', () => {
    expect(erasing('note-1').inJson('["note-1", ')).toBe('["erased", ');
  });
});
