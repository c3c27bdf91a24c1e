import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawerLink, drawerOfLink } from '../../../../extension/editor/source/drawerLink.ts';

it('a link to a drawer leads back to it, whatever its ID', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }), (id) => {
      const url = new URL(drawerLink(id, 'vscode'));
      expect(url.host).toBe('synapse-palace.synapse-palace');
      expect(drawerOfLink(url.pathname)).toBe(id);
    }),
  );
});

it.each(['/', '/drawer', '/drawer/', '/drawer/a/b', '/plan/a', '/drawer/%E0%A4%A', 'drawer/a'])(
  '%s is no link to a drawer',
  (path) => {
    expect(drawerOfLink(path)).toBeNull();
  },
);
