/** The sentence for a word that nothing holds and the one that was searched for in its place. */
export const readAsText = ({
  word,
  read_as: readAs,
}: {
  readonly word: string;
  readonly read_as: string;
}): string => `Nothing holds “${word}”: searched for “${readAs}” instead.`;
