import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { FilterRequest } from '../../palace/contract/search/drawerFilterSchema.ts';

/** Drawers that a room shows at first, and that each “Load more” adds. */
export const pageSize = 200;

export interface RoomContents {
  readonly drawers: readonly DrawerView[];
  readonly complete: boolean;
}

const keyOf = (wing: string, room: string): string => JSON.stringify([wing, room]);

/** How many pages of each room are shown. The drawers are read each time, so that they are never stale. */
export class RoomPages {
  readonly #wanted = new Map<string, number>();

  /** Shows one page more from now on. */
  askForMore(wing: string, room: string): void {
    const key = keyOf(wing, room);
    this.#wanted.set(key, (this.#wanted.get(key) ?? 1) + 1);
  }

  /** The number of pages that the room shows now. */
  wanted(wing: string, room: string): number {
    return this.#wanted.get(keyOf(wing, room)) ?? 1;
  }

  async read(api: PalaceApi, wing: string, room: string, filter: FilterRequest = {}): Promise<RoomContents> {
    const limit = pageSize * this.wanted(wing, room);
    const drawers: DrawerView[] = [];
    let cursor: string | null = null;
    do {
      const page: { readonly drawers: readonly DrawerView[]; readonly next: string | null } = await api.list({
        filter: { ...filter, wing: [wing], room: [room] },
        cursor,
        limit: Math.min(1000, limit - drawers.length),
      });
      drawers.push(...page.drawers);
      cursor = page.next;
    } while (cursor !== null && drawers.length < limit);
    return { drawers, complete: cursor === null };
  }
}
