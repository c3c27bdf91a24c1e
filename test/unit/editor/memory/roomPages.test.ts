import { describe, expect, it } from 'vitest';
import { pageSize, RoomPages } from '../../../../extension/editor/memory/roomPages.ts';
import { roomNodes, wingNodes } from '../../../../extension/editor/memory/memoryNode.ts';
import { apiOf, drawerOf } from '../fakePalace.ts';

const holding = (total: number) => {
  const asked: number[] = [];
  const api = apiOf({
    list: ({ cursor, limit = 100 }) => {
      const start = Number(cursor ?? 0);
      asked.push(limit);
      const end = Math.min(total, start + limit);
      return Promise.resolve({
        drawers: Array.from({ length: end - start }, (_, index) => drawerOf(start + index)),
        next: end < total ? String(end) : null,
      });
    },
  });
  return { api, asked };
};

describe("a room's drawers", () => {
  it('come page by page, each once and in order', async () => {
    const { api } = holding(450);
    const pages = new RoomPages();
    const sizes: number[] = [];
    for (const more of [false, true, true]) {
      if (more) pages.askForMore('app', 'src');
      const { drawers, complete } = await pages.read(api, 'app', 'src');
      sizes.push(drawers.length);
      expect(complete).toBe(drawers.length === 450);
      expect(drawers.map(({ drawer_id: id }) => id)).toEqual(
        Array.from({ length: drawers.length }, (_, index) => `drawer_${index}`),
      );
    }
    expect(sizes).toEqual([200, 400, 450]);
  });

  it('are asked for a thousand at a time at most', async () => {
    const { api, asked } = holding(5000);
    const pages = new RoomPages();
    for (let page = 1; page * pageSize < 2400; page++) pages.askForMore('app', 'src');
    expect((await pages.read(api, 'app', 'src')).drawers).toHaveLength(2400);
    expect(asked).toEqual([1000, 1000, 400]);
  });
});

describe('wings and rooms', () => {
  const counts = { b10: { z: 1, a: 2, none: 0 }, b9: { src: 4 }, empty: { none: 0 } };

  it('stand by name, numbers by value, the empty ones left out', () => {
    expect(wingNodes(counts)).toEqual([
      { kind: 'wing', wing: 'b9', count: 4, rooms: 1 },
      { kind: 'wing', wing: 'b10', count: 3, rooms: 2 },
    ]);
    expect(roomNodes(counts, 'b10')).toEqual([
      { kind: 'room', wing: 'b10', room: 'a', count: 2 },
      { kind: 'room', wing: 'b10', room: 'z', count: 1 },
    ]);
    expect(roomNodes(counts, 'unknown')).toEqual([]);
  });
});
