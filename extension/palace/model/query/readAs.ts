/** The sentence about a word that no drawer holds and the one that was searched for instead. */
export const readAsText = ({
  word,
  read_as: readAs,
}: {
  readonly word: string;
  readonly read_as: string;
}): string => `Nothing holds “${word}”: searched for “${readAs}” instead.`;
