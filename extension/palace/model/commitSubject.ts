/** A commit's subject: the first line of its text without the branch, `[main] `, that the text of an indexed commit begins with. */
export const commitSubject = (text: string): string => {
  const line = text.split('\n')[0] ?? '';
  const subject = line.replace(/^\[[^\]]+\]\s+/, '');
  return subject === '' ? line : subject;
};
