/** The first `length` UTF-16 units of a text, one less where they would end within a character. */
export const textStart = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
