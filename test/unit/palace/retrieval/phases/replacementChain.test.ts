import { describe, expect, it } from 'vitest';
import { newestReplacement } from '../../../../../extension/palace/retrieval/phases/replacementChain.ts';
import { drawerId } from '../../../../../extension/palace/model/ids.ts';

describe('a chain of marks in the palace', () => {
  const chain = (...links: readonly (readonly [string, string | null, boolean?])[]) => {
    const drawers = new Map(
      links.map(([id, by, archived]) => [
        id,
        { id: drawerId(id), supersededBy: by === null ? null : drawerId(by), archived: archived ?? false },
      ]),
    );
    const [first] = drawers.values();
    if (first === undefined) throw new Error('an empty chain');
    return newestReplacement(first, (id) => drawers.get(id));
  };
  it('ends at the newest', () => expect(chain(['a', 'b'], ['b', 'c'], ['c', null])).toBe('c'));
  it('that is empty replaces nothing', () => expect(chain(['a', null])).toBeUndefined());
  it('that forms a circle replaces nothing', () => expect(chain(['a', 'b'], ['b', 'a'])).toBeUndefined());
  it('whose last drawer is gone or archived replaces nothing', () => {
    expect(chain(['a', 'b'])).toBeUndefined();
    expect(chain(['a', 'b'], ['b', null, true])).toBeUndefined();
  });
});
