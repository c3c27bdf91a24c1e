import { describe, expect, it } from 'vitest';
import { drawerBadge, drawerContext, drawerMarks } from '../../../../extension/editor/memory/drawerMarks.ts';
import { drawerDescription, drawerFacts, drawerLabel } from '../../../../extension/editor/memory/drawerText.ts';
import {
  filterRequest,
  filterText,
  isFiltering,
  noFilter,
} from '../../../../extension/editor/memory/memoryFilter.ts';
import { drawerIdsOf } from '../../../../extension/editor/tree/drawerArgument.ts';
import { hitText } from '../../../../extension/editor/search/hitText.ts';
import { changedSources } from '../../../../extension/editor/source/changedSources.ts';
import { entryTypes } from '../../../../extension/palace/model/drawer/drawer.ts';
import { drawerIcon } from '../../../../extension/editor/search/drawerIcon.ts';
import { drawerOf, hitOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

describe('the Memory view’s filter', () => {
  it('in words names everything it narrows to; none says nothing', () => {
    expect([isFiltering(noFilter), filterText(noFilter, english), filterRequest(noFilter)]).toEqual([
      false,
      undefined,
      {},
    ]);
    const filter = {
      text: 'token',
      tiers: ['longterm'],
      types: ['decision'],
      tags: ['auth'],
      archived: true,
    } as const;
    expect(filterText(filter, english)).toBe('“token” · longterm · decision · #auth · with archived');
    expect(filterRequest(filter)).toEqual({
      tier: ['longterm'],
      type: ['decision'],
      tag: ['auth'],
      include_archived: true,
    });
  });
});

describe('a drawer in the Memory view', () => {
  it('of each type has an icon of its own', () => {
    expect(new Set(entryTypes.map(drawerIcon)).size).toBe(entryTypes.length);
  });

  it('tells menus what it is, and its badge pin and tier', () => {
    expect(drawerContext(drawerOf(1))).toBe('drawer mined loose kept open current sourced');
    expect(
      drawerContext(
        drawerOf(1, {
          type: 'issue',
          pinned: true,
          archived: true,
          sensitive: true,
          superseded_by: 'x',
          source_file: null,
        }),
      ),
    ).toBe('drawer note pinned archived sensitive superseded handwritten');
    const badge = (pinned: boolean, tier: 'working' | 'longterm' | 'ephemeral') =>
      drawerBadge(drawerMarks(drawerOf(1, { pinned, tier })), english)?.badge;
    expect([
      badge(false, 'working'),
      badge(true, 'working'),
      badge(false, 'ephemeral'),
      badge(true, 'longterm'),
    ]).toEqual([undefined, 'P', 'E', 'PL']);
    expect(drawerBadge(drawerMarks(drawerOf(1, { archived: true, superseded_by: 'x' })), english)).toEqual({
      badge: undefined,
      tooltip: 'archived',
      faded: true,
    });
  });

  it('that is a note is called by its first line and says where it came from; its facts tell tags and what replaced it', () => {
    const note = drawerOf(1, {
      type: 'decision',
      text: '# Rotate\ntokens',
      tags: ['auth', 'x y'],
      superseded_by: 'drawer_9',
    });
    expect([drawerLabel(note, english), drawerLabel(drawerOf(1), english)]).toEqual(['Rotate', '1.ts:1']);
    expect(drawerDescription(note, english)).toBe('replaced · 1.ts:1');
    expect(drawerFacts(note, english)).toEqual(expect.arrayContaining(['#auth #x y', 'replaced by drawer_9']));
  });
});

describe('a command on drawers', () => {
  const node = (id: string) => ({ kind: 'drawer', drawer: { drawer_id: id } });

  it('is for the selection that was clicked into, for the clicked one, or for the view’s selection when called by key', () => {
    expect(drawerIdsOf(node('a'), [node('a'), node('b'), { kind: 'room' }, node('a')], [])).toEqual(['a', 'b']);
    expect(drawerIdsOf(node('a'), undefined, [node('b')])).toEqual(['a']);
    expect(drawerIdsOf(undefined, undefined, [node('b'), node('c')])).toEqual(['b', 'c']);
    expect(() => drawerIdsOf(undefined, undefined, [{ kind: 'room' }])).toThrow('without a drawer');
  });
});

describe('a source that was changed', () => {
  it('is told of mined files whose text stands there no more, and of no note', async () => {
    const files = new Map([
      ['src/1.ts', 'before text 1 after'],
      ['src/2.ts', 'other'],
    ]);
    const read = (file: string): Promise<Uint8Array | null> =>
      file === 'src/0.ts'
        ? Promise.reject(new Error('not allowed'))
        : Promise.resolve(files.has(file) ? Buffer.from(files.get(file) ?? '') : null);
    const unread: string[] = [];
    const drawers = [
      drawerOf(0),
      drawerOf(1),
      drawerOf(2),
      drawerOf(3),
      drawerOf(4, { type: 'decision' }),
      drawerOf(5, { source_file: null }),
    ];
    const changed = await changedSources(
      drawers,
      read,
      (file, thrown) => unread.push(`${file}: ${String(thrown)}`),
      new AbortController().signal,
    );
    expect([...changed]).toEqual(['drawer_2', 'drawer_3']);
    expect(unread).toEqual(['src/0.ts: Error: not allowed']);
  });

  it('is said in the search’s list', () => {
    expect(hitText(hitOf(1), [], english, true).detail).toContain('filed 2026-01-02 · file changed since');
    expect(hitText(hitOf(1), [], english).detail).not.toContain('changed');
  });
});
