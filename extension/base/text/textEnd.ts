/** The last `length` UTF-16 units of a text, one less where they would begin within a character. */
export const textEnd = (text: string, length: number): string =>
  text.slice(Math.max(0, text.length - length)).replace(/^[\udc00-\udfff]/, '');
