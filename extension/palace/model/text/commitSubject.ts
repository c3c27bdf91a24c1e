/** A commit's message: its text without the branch, `[main] `, that the text of an indexed commit begins with. */
export const withoutBranch = (text: string): string => text.replace(/^\[[^\]\n]*\] /, '');

/** A commit's subject: the first line of its message, or of its text if the message says nothing there. */
export const commitSubject = (text: string): string => {
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const subject = withoutBranch(line).trimStart();
  return subject === '' ? line : subject;
};
