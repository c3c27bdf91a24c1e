import { expect, it } from 'vitest';
import { uriPath } from '../../../../extension/editor/platform/uriPath.ts';

it('the path of an address is its names, one after the other', () => {
  expect(uriPath('harbour', 'notes', 'Cranes.md')).toBe('/harbour/notes/Cranes.md');
  expect(uriPath('häfen', '🚢', 'a b?#%.md')).toBe('/häfen/🚢/a b?#%.md');
});

it('begins with one slash, also where the first name begins with some or is empty', () => {
  expect(uriPath('/home/me/src/otter.py')).toBe('/home/me/src/otter.py');
  expect(uriPath('//srv', '/r//x', 'a.md')).toBe('/srv//r//x/a.md');
  expect(uriPath('', 'notes', 'a.md')).toBe('/notes/a.md');
});

it('can be encoded, whatever the names hold', () => {
  for (const name of ['x\ud83d', '\ude00x', '\ud83d\ud83d\ude00\ude00'])
    expect(decodeURIComponent(encodeURIComponent(uriPath(name, 'a.md')))).toBe(uriPath(name, 'a.md'));
  expect(uriPath('\ud83d\ud83d\ude00\ude00')).toBe('/\ufffd😀\ufffd');
});
