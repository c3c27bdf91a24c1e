import { describe, expect, it } from 'vitest';
import { newestReplacement } from '../../../../../extension/palace/retrieval/phases/replacementChain.ts';
import { drawerId } from '../../../../../extension/palace/model/drawer/ids.ts';

describe('a chain of marks in the palace', () => {
  const chain = (...links: readonly (readonly [string, string | null, boolean?, string?])[]) => {
    const drawers = new Map(
      links.map(([id, by, archived, summary]) => [
        id,
        {
          id: drawerId(id),
          supersededBy: by === null ? null : drawerId(by),
          archived: archived ?? false,
          consolidatedInto: summary === undefined ? null : drawerId(summary),
        },
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
  it('ends at the last that is alive', () => {
    expect(chain(['a', 'b'], ['b', 'c'], ['c', null, true])).toBe('b');
    expect(chain(['a', 'b'], ['b', 'c'])).toBe('b');
    expect(chain(['a', 'b'], ['b', 'c', true], ['c', null])).toBe('c');
    expect(chain(['a', 'b'], ['b', 'c', true], ['c', null, true])).toBeUndefined();
  });
  it('goes on with the summary that stands for an archived one', () => {
    expect(chain(['a', 'b'], ['b', null, true, 's'], ['s', null])).toBe('s');
    expect(chain(['a', 'b'], ['b', null, true, 's'], ['s', 'c'], ['c', null])).toBe('c');
    expect(chain(['a', 'b'], ['b', null, false, 's'], ['s', null])).toBe('b');
    expect(chain(['a', 'b'], ['b', null, true, 'a'])).toBeUndefined();
    expect(chain(['a', null, true, 's'], ['s', null])).toBeUndefined();
  });
});
