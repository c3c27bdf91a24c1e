import { describe, expect, it } from 'vitest';
import { pageSize, ShownPages } from '../../../../extension/editor/memory/shownRows.ts';
import { drawersIn, roomNodes, wingNodes } from '../../../../extension/editor/memory/memoryNode.ts';

const holding = (total: number) => {
  const asked: number[] = [];
  const page = ({ offset, limit }: { offset: number; limit: number }) => {
    asked.push(limit);
    const end = Math.min(total, offset + limit);
    return Promise.resolve({ rows: Array.from({ length: end - offset }, (_, index) => offset + index), total });
  };
  return { page, asked };
};

describe('the rows of a list', () => {
  it('come page by page, each once and in order, with the number of those that are left', async () => {
    const { page } = holding(450);
    const pages = new ShownPages();
    const sizes: number[] = [];
    for (const more of [false, true, true]) {
      if (more) pages.askForMore('list');
      const { rows, left } = await pages.read('list', page);
      sizes.push(rows.length);
      expect(left).toBe(450 - rows.length);
      expect(rows).toEqual(Array.from({ length: rows.length }, (_, index) => index));
    }
    expect(sizes).toEqual([200, 400, 450]);
    expect((await pages.read('another', page)).rows).toHaveLength(pageSize);
  });

  it('are asked for a thousand at a time at most', async () => {
    const { page, asked } = holding(5000);
    const pages = new ShownPages();
    for (let shown = 1; shown * pageSize < 2400; shown++) pages.askForMore('list');
    expect((await pages.read('list', page)).rows).toHaveLength(2400);
    expect(asked).toEqual([1000, 1000, 400]);
  });
});

describe('wings and rooms', () => {
  const counts = { b10: { z: 1, a: 2 }, b9: { src: 4 } };

  it('stand by name, numbers by value', () => {
    expect(wingNodes('files', counts, (wing) => wing === 'b10')).toEqual([
      { kind: 'wing', shelf: 'files', wing: 'b9', count: 4, rooms: 1, isShared: false },
      { kind: 'wing', shelf: 'files', wing: 'b10', count: 3, rooms: 2, isShared: true },
    ]);
    expect(roomNodes('files', counts, 'b10').map(({ room, count }) => [room, count])).toEqual([
      ['a', 2],
      ['z', 1],
    ]);
    expect(roomNodes('files', counts, 'unknown')).toEqual([]);
    const rooms = { project: { src: 1, general: 2, docs: 3 } };
    const named = (shelf: 'files' | 'notes'): string[] =>
      roomNodes(shelf, rooms, 'project').map(({ room }) => room);
    expect(named('files')).toEqual(['docs', 'src', 'general']);
    expect(named('notes')).toEqual(['docs', 'general', 'src']);
    expect(drawersIn(counts)).toBe(7);
  });
});
