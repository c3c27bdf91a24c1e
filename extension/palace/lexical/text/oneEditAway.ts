const latin = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The words one edit away from a word: a letter left out, two neighbours swapped, a letter replaced, a letter
 * added. They come in this order, the most likely edit first. Letters are those of the Latin alphabet and of the
 * word itself; that makes about 54 words per letter (Norvig, “How to Write a Spelling Corrector”, 2007).
 */
export const oneEditAway = (word: string): ReadonlySet<string> => {
  const letters = [...word];
  const alphabet = new Set([...letters, ...latin]);
  const edited = (at: number, dropped: number, ...added: readonly string[]): string =>
    letters.toSpliced(at, dropped, ...added).join('');
  const made = new Set<string>();
  for (const at of letters.keys()) made.add(edited(at, 1));
  for (let at = 0; at + 1 < letters.length; at += 1)
    made.add(edited(at, 2, letters[at + 1] ?? '', letters[at] ?? ''));
  for (const letter of alphabet) for (const at of letters.keys()) made.add(edited(at, 1, letter));
  for (const letter of alphabet) for (let at = 0; at <= letters.length; at += 1) made.add(edited(at, 0, letter));
  made.delete(word);
  return made;
};
