/** Above this distance, it is another word; of a short one, half of the letters would be. */
const mostEdits = (length: number): number => (length < 2 ? 0 : length < 6 ? 1 : 2);

/** Edits between two texts: a letter inserted, deleted or replaced, or two neighbours swapped. */
const editDistance = (a: string, b: string): number => {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before?.[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min((last?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last?.[j - 1] ?? 0) + same, swapped));
    }
    [before, last] = [last, row];
  }
  return last?.[b.length] ?? 0;
};

/** The distance of a name from what was written, 0 if it is that but for letter case; null: another name. */
export const nameDistance = (written: string, name: string): number | null => {
  const [a, b] = [written.toLowerCase(), name.toLowerCase()];
  if (a === b) return 0;
  if (a.length > 2 && (b.startsWith(a) || a.startsWith(b))) return 1;
  if (b.split(/[/\\]/u).includes(a)) return 1;
  const most = mostEdits(a.length);
  const edits = Math.abs(a.length - b.length) > most ? Infinity : editDistance(a, b);
  return edits <= most ? edits : null;
};

/** The name that was probably meant, the nearest; undefined if none is near. */
export const nearestName = (written: string, names: readonly string[]): string | undefined => {
  let best: { readonly name: string; readonly far: number } | undefined;
  for (const name of names) {
    const far = nameDistance(written, name);
    if (far !== null && (best === undefined || far < best.far)) best = { name, far };
  }
  return best?.name;
};
