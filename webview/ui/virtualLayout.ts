/** Tops of rows of differing heights, and which of them are visible. Pixels throughout. */
export interface VirtualLayout {
  /** Top of each row. */
  readonly tops: readonly number[];
  readonly height: number;
}

export const virtualLayout = (count: number, heightOf: (index: number) => number): VirtualLayout => {
  const tops: number[] = [];
  let height = 0;
  for (let index = 0; index < count; index += 1) {
    tops.push(height);
    height += heightOf(index);
  }
  return { tops, height };
};

/** Indices [from, to) of the rows that touch `top`…`bottom`, by binary search. */
export const visibleRows = (
  { tops, height }: VirtualLayout,
  top: number,
  bottom: number,
): { readonly from: number; readonly to: number } => {
  const firstBeyond = (limit: number): number => {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tops[middle] ?? height) <= limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { from: Math.max(0, firstBeyond(top) - 1), to: bottom <= 0 ? 0 : firstBeyond(bottom) };
};
