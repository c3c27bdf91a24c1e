import type { RecalledDrawer } from '../team/teamRecall.ts';

/** Characters of the server's texts that one search reads, because every other call waits meanwhile. */
const mostCharacters = 2_000_000;

/**
 * Which of the server's drawers may be shown, whatever it was asked for: none that is sensitive, none of a wing
 * that is here (`without`), each ID once, and at most `most`.
 */
export const admitted = (
  sent: readonly RecalledDrawer[],
  without: readonly string[],
  most: number,
): readonly RecalledDrawer[] => {
  const ids = new Set<string>();
  let characters = 0;
  return sent.filter(({ drawerId: id, wing, record, text, before = '' }) => {
    if (ids.size >= most || ids.has(id) || record['sensitive'] === true || without.includes(wing)) return false;
    const length = text.length + before.length;
    if (characters + length > mostCharacters) return false;
    characters += length;
    ids.add(id);
    return true;
  });
};
