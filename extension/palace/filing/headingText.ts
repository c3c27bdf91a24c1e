/** What a heading says: the text after its first `#` and blanks, without the `#` that may close it. */
export const headingText = (text: string): string => {
  const whole = text.trim();
  let end = whole.length;
  while (end > 1 && whole[end - 1] === '#') end--;
  return whole.slice(0, end).trimEnd();
};
