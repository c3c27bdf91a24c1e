import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { pageSize } from '../memory/shownRows.ts';
import { drawersById } from '../tree/drawersById.ts';
import type { TreeContents } from '../tree/palaceTree.ts';
import { archiveKey, type ArchiveList, type ArchiveNode } from './archiveNode.ts';

/** The reason that maintenance archives drawers with. They are listed by batch. */
export const agedReason = 'maintenance';
/** The reason of drawers that a summary replaced. They come back with their plan. */
export const consolidatedReason = 'consolidated';
/** Plans and batches that are listed at first. The palace keeps 50 plans that nobody applied. */
const rows = 50;
const mostRows = 500;

/** How many rows one more page of a list has. */
export const pageSizeOf = (list: Extract<ArchiveNode, { kind: 'more' }>['list']): number =>
  typeof list === 'string' ? rows : pageSize;

type ArchiveApi = Pick<
  PalaceApi,
  'plans' | 'evaluatePlan' | 'archiveReasons' | 'archiveBatches' | 'archived' | 'show'
>;

/** The rows of the Archive & plans view. They are read each time, so that they are never stale. Reading them does not count as access. */
export class ArchiveContents implements TreeContents<ArchiveNode> {
  /** The number of pages of each list. */
  readonly #wanted = new Map<string, number>();

  /** Nothing to drop: only the number of pages is kept. */
  refresh(): void {}

  /** Shows one more page from now on. */
  askForMore(list: Extract<ArchiveNode, { kind: 'more' }>['list']): void {
    this.#wanted.set(keyOf(list), this.#pages(list) + 1);
  }

  async children(api: ArchiveApi, node: ArchiveNode | undefined): Promise<readonly ArchiveNode[]> {
    if (node === undefined) {
      const [{ plans }, { reasons }] = await Promise.all([api.plans({ limit: mostRows }), api.archiveReasons({})]);
      return [
        ...(plans.length === 0 ? [] : [{ kind: 'plans', count: plans.length } as const]),
        ...reasons.map(({ reason, drawers, latest }): ArchiveNode => ({
          kind: 'reason',
          reason,
          count: drawers,
          latest,
        })),
      ];
    }
    switch (node.kind) {
      case 'plans': {
        const { plans } = await api.plans({ limit: mostRows });
        return this.#rows('plans', plans, (plan) => ({ kind: 'plan', plan }));
      }
      case 'plan': {
        const { plan } = await api.evaluatePlan({ plan_id: node.plan.id });
        return plan.groups.map((group) => ({ kind: 'group', plan: node.plan, group }));
      }
      case 'group': {
        const { group, plan } = node;
        const summary = plan.state === 'applied' ? await drawersById(api, [group.summary_drawer_id]) : [];
        return [
          ...drawerNodes(summary, node, true),
          ...drawerNodes(await drawersById(api, group.drawer_ids), node),
        ];
      }
      case 'reason': {
        if (node.reason !== agedReason) return this.#drawers(api, { reason: node.reason }, node.count, node);
        const { batches } = await api.archiveBatches({ reason: agedReason, limit: mostRows });
        return this.#rows('batches', batches, (batch) => ({ kind: 'batch', batch }));
      }
      case 'batch':
        return this.#drawers(api, { batch: node.batch.batch }, node.batch.drawers, node);
      default:
        return [];
    }
  }

  #pages(list: Extract<ArchiveNode, { kind: 'more' }>['list']): number {
    return this.#wanted.get(keyOf(list)) ?? 1;
  }

  #rows<T>(list: 'plans' | 'batches', all: readonly T[], nodeOf: (row: T) => ArchiveNode): readonly ArchiveNode[] {
    const shown = all.slice(0, pageSizeOf(list) * this.#pages(list));
    return [
      ...shown.map(nodeOf),
      ...(shown.length < all.length ? [{ kind: 'more', list, left: all.length - shown.length } as const] : []),
    ];
  }

  async #drawers(
    api: ArchiveApi,
    list: ArchiveList,
    count: number,
    parent: ArchiveNode,
  ): Promise<readonly ArchiveNode[]> {
    const limit = pageSizeOf(list) * this.#pages(list);
    const drawers: DrawerView[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ArchiveApi['archived']>> = await api.archived({
        ...list,
        cursor,
        limit: Math.min(1000, limit - drawers.length),
      });
      drawers.push(...page.drawers);
      cursor = page.next;
    } while (cursor !== null && drawers.length < limit);
    return [
      ...drawerNodes(drawers, parent),
      ...(cursor === null ? [] : [{ kind: 'more', list, left: Math.max(1, count - drawers.length) } as const]),
    ];
  }
}

const keyOf = (list: Extract<ArchiveNode, { kind: 'more' }>['list']): string => JSON.stringify(list);

const drawerNodes = (drawers: readonly DrawerView[], parent: ArchiveNode, summary = false): ArchiveNode[] =>
  drawers.map((drawer) => ({ kind: 'drawer', drawer, under: archiveKey(parent), summary }));
