import * as vscode from 'vscode';
import { drawersText } from '../platform/countedText.ts';
import { drawerItem, plainTooltip } from '../memory/drawerItem.ts';
import { drawerDescription } from '../memory/drawerText.ts';
import { pageSize } from '../memory/roomPages.ts';
import { plainItem } from '../tree/plainItem.ts';
import type { Localiser } from '../platform/localiser.ts';
import { archiveKey, type ArchiveNode } from './archiveNode.ts';
import { planFacts, planLabel, reasonText, stateText } from './archiveText.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const planIcons = { proposed: 'checklist', applied: 'pass-filled', restored: 'discard' } as const;

/** How a node looks in the Archive & plans view. */
export const archiveItem = (node: ArchiveNode, localiser: Localiser): vscode.TreeItem => {
  const { t, count, time } = localiser;
  const base = (
    label: string,
    state: vscode.TreeItemCollapsibleState,
    icon: string,
    description?: string,
    context: string = node.kind,
  ): vscode.TreeItem => plainItem(label, state, { id: archiveKey(node), context, icon, description });
  switch (node.kind) {
    case 'plans': {
      const item = base(t('Plans'), Expanded, 'checklist', count(node.count));
      item.tooltip = plainTooltip([
        t('Plans to put a summary in the place of drawers. Nothing of them is written before you apply one.'),
      ]);
      return item;
    }
    case 'plan': {
      const item = base(
        planLabel(node.plan, localiser),
        Collapsed,
        planIcons[node.plan.state],
        `${stateText(node.plan.state, localiser)} · ${time(node.plan.created_at)}`,
        `plan ${node.plan.state}`,
      );
      item.tooltip = plainTooltip(planFacts(node.plan, localiser));
      return item;
    }
    case 'group': {
      const { title, group_id: id, drawer_ids: ids, shared, alike } = node.group;
      const item = base(title, Collapsed, 'combine', drawersText(ids.length, localiser));
      item.tooltip = plainTooltip([
        `${id} · ${title}`,
        `${shared.kind} ${shared.name}`,
        ...(alike === null ? [] : [t('Likeness {0}', alike.toFixed(2))]),
        ...(node.group.summary === '' ? [] : [t('Summary:'), node.group.summary]),
      ]);
      return item;
    }
    case 'reason': {
      const item = base(
        reasonText(node.reason, localiser),
        Collapsed,
        'archive',
        count(node.count),
        `reason ${node.reason === 'consolidated' ? 'planned' : 'restorable'}`,
      );
      item.tooltip = plainTooltip([
        reasonText(node.reason, localiser),
        drawersText(node.count, localiser),
        t('The latest {0}', time(node.latest)),
      ]);
      return item;
    }
    case 'batch': {
      const { archived_at: at, drawers, batch } = node.batch;
      const item = base(time(at), Collapsed, 'history', drawersText(drawers, localiser));
      item.tooltip = plainTooltip([t('Archived together: {0}', drawersText(drawers, localiser)), batch]);
      return item;
    }
    case 'drawer':
      return drawerItem(
        node,
        archiveKey(node),
        localiser,
        node.summary ? t('the summary') : drawerDescription(node.drawer, localiser),
      );
    case 'more': {
      const item = base(
        t('Load {0} more', count(Math.min(pageSize, node.left))),
        None,
        'ellipsis',
        t('{0} not shown', count(node.left)),
      );
      item.command = { command: 'synapsePalace.loadMoreArchived', title: t('Load More'), arguments: [node] };
      return item;
    }
    case 'retry': {
      const item = base(t('Try again'), None, 'refresh');
      item.command = { command: 'synapsePalace.refreshMemory', title: t('Try again') };
      return item;
    }
  }
};
