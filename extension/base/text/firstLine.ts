/** The first line of a text that is not blank, trimmed, whichever line ends the text has. */
export const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';
