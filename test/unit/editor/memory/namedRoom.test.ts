import { expect, it } from 'vitest';
import { namedRoom } from '../../../../extension/editor/memory/namedRoom.ts';

it('a room is named with its wing, and nothing of what was typed is dropped', () => {
  expect(namedRoom(' notes / harbour ')).toEqual({ wing: 'notes', room: 'harbour' });
  for (const text of ['', 'notes', 'notes/', '/harbour', 'notes//harbour', 'notes/harbour/2026'])
    expect(namedRoom(text), text).toBeUndefined();
});
