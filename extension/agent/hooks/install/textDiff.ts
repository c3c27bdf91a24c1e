/** Unchanged lines shown around a change. */
const context = 3;

/** The difference between two texts as one hunk in the form of `diff -u`; empty if they are equal. */
export const textDiff = (before: string, after: string): string => {
  if (before === after) return '';
  const [old, young] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, young.length) && old[start] === young[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(old.length, young.length) - start &&
    old[old.length - 1 - end] === young[young.length - 1 - end]
  )
    end += 1;
  const first = Math.max(0, start - context);
  const tail = old.slice(old.length - end, old.length - end + context);
  const head = `@@ -${first + (old.length === 0 ? 0 : 1)},${old.length - end - first + tail.length} +${first + (young.length === 0 ? 0 : 1)},${young.length - end - first + tail.length} @@`;
  return [
    head,
    ...old.slice(first, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...young.slice(start, young.length - end).map((line) => `+${line}`),
    ...tail.map((line) => ` ${line}`),
  ].join('\n');
};

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));
