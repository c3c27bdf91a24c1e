import fc from 'fast-check';
import { expect, test } from 'vitest';
import { virtualLayout, visibleRows } from '../../../../webview/ui/virtualLayout.ts';

const heights = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 200 });

test('rows stand one under the other, and the list is as high as all of them', () => {
  fc.assert(
    fc.property(heights, (list) => {
      const { tops, height } = virtualLayout(list.length, (index) => list[index] ?? 0);
      expect(height).toBe(list.reduce((sum, each) => sum + each, 0));
      tops.forEach((top, index) => expect(top).toBe(list.slice(0, index).reduce((sum, each) => sum + each, 0)));
    }),
  );
});

test('every row that touches the window is drawn', () => {
  fc.assert(
    fc.property(
      heights,
      fc.integer({ min: -2000, max: 50_000 }),
      fc.integer({ min: 1, max: 2000 }),
      (list, top, size) => {
        const layout = virtualLayout(list.length, (index) => list[index] ?? 0);
        const { from, to } = visibleRows(layout, top, top + size);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(list.length);
        layout.tops.forEach((rowTop, index) => {
          const touches = rowTop < top + size && rowTop + (list[index] ?? 0) > top;
          if (touches) expect(index >= from && index < to).toBe(true);
        });
      },
    ),
  );
});
