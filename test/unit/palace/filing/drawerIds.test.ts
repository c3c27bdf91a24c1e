import { describe, expect, it } from 'vitest';
import { drawerId, roomName, wingName } from '../../../../extension/palace/model/drawer/ids.ts';
import {
  composeDrawerId,
  composeSourceId,
  drawerKey,
  keyOfDrawerId,
} from '../../../../extension/palace/filing/drawerIds.ts';

describe('drawer IDs', () => {
  it('are made of letters, digits, underscore, dot and dash whatever the names', () => {
    for (const name of ['demo', 'My Project', 'проект', 'naïve/..\\x', '日本', '\u{1F44D}', 'x'.repeat(300)]) {
      const id = composeDrawerId(wingName(name), roomName(name), drawerKey('s', 'h', 0));
      expect(id).toMatch(/^drawer_[A-Za-z0-9_.-]+_[A-Za-z0-9_.-]+_[0-9a-f]{16}$/);
      expect(id.length).toBeLessThan(160);
    }
  });

  it('end with a key that depends on source, content and position', () => {
    const keys = [drawerKey('s', 'h', 0), drawerKey('s', 'h', 1), drawerKey('s', 'i', 0), drawerKey('t', 'h', 0)];
    expect(new Set(keys).size).toBe(4);
    const [key = ''] = keys;
    expect(keyOfDrawerId(composeDrawerId(wingName('w'), roomName('r'), key))).toBe(key);
    expect(keyOfDrawerId(drawerId('conv-26/D1:3'))).toBe('conv-26/D1:3');
  });

  it('gives different IDs to sources with equal paths but different kinds or times', () => {
    expect(
      new Set([
        composeSourceId('file', 'a'),
        composeSourceId('import', 'a'),
        composeSourceId('file', 'a', 1),
        composeSourceId('file', 'b'),
      ]).size,
    ).toBe(4);
  });
});
