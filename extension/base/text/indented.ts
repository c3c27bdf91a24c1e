/**
 * The text with every line indented by two spaces, so that no line of it looks like one of the frame around it. A lone carriage
 * return begins a line, too; the two characters of a Windows line end stay together.
 */
export const indented = (text: string): string => text.replace(/^(?!(?<=\r)\n)/gm, '  ');
