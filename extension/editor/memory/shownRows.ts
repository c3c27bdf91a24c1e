/** Rows that a list shows at first, and that each “Load more” adds. */
export const pageSize = 200;

/** Rows that one call reads at most. */
const mostAtOnce = 1000;

export interface ShownRows<Row> {
  readonly rows: readonly Row[];
  /** How many more there are. */
  readonly left: number;
}

interface PageRequest {
  readonly offset: number;
  readonly limit: number;
}

/** How many pages of each list are shown. The rows are read each time, so that they are never stale. */
export class ShownPages {
  readonly #wanted = new Map<string, number>();

  /** Shows one more page of the list from now on. */
  askForMore(list: string): void {
    this.#wanted.set(list, (this.#wanted.get(list) ?? 1) + 1);
  }

  /** The number of rows that the list shows now. */
  limitOf(list: string): number {
    return pageSize * (this.#wanted.get(list) ?? 1);
  }

  async read<Row>(
    list: string,
    page: (request: PageRequest) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
  ): Promise<ShownRows<Row>> {
    const wanted = this.limitOf(list);
    const rows: Row[] = [];
    for (;;) {
      const found = await page({ offset: rows.length, limit: Math.min(mostAtOnce, wanted - rows.length) });
      rows.push(...found.rows);
      const left = Math.max(0, found.total - rows.length);
      if (left === 0 || found.rows.length === 0 || rows.length >= wanted) return { rows, left };
    }
  }
}
