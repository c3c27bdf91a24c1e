import * as vscode from 'vscode';
import { drawersText } from '../platform/countedText.ts';
import { reasonText } from '../memory/archiveReason.ts';
import { drawerItem, plainTooltip } from '../memory/drawerItem.ts';
import { drawerDescription } from '../memory/drawerText.ts';
import { moreItem, plainItem, retryItem } from '../tree/plainItem.ts';
import type { Localiser } from '../platform/localiser.ts';
import { consolidatedReason, pageSizeOf } from './archiveContents.ts';
import { archiveKey, type ArchiveNode } from './archiveNode.ts';
import { sharedText } from '../../palace/contract/memory/sharedText.ts';
import { planFacts, planLabel, stateText } from './archiveText.ts';

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

const planIcons = { proposed: 'checklist', applied: 'pass-filled', restored: 'discard' } as const;

type NodeOf<Kind extends ArchiveNode['kind']> = Extract<ArchiveNode, { readonly kind: Kind }>;

/** How a node looks in the Archive & plans view. */
export const archiveItem = (node: ArchiveNode, localiser: Localiser): vscode.TreeItem => {
  switch (node.kind) {
    case 'plans':
      return plansItem(node, localiser);
    case 'plan':
      return planItem(node, localiser);
    case 'group':
      return groupItem(node, localiser);
    case 'reason':
      return reasonItem(node, localiser);
    case 'batch':
      return batchItem(node, localiser);
    case 'drawer':
      return drawerItem(
        node,
        archiveKey(node),
        localiser,
        node.summary ? localiser.t('the summary') : drawerDescription(node.drawer, localiser),
      );
    case 'more':
      return moreItem(
        {
          id: archiveKey(node),
          left: node.left,
          pageSize: pageSizeOf(node.list),
          command: 'loadMoreArchived',
          node,
        },
        localiser,
      );
    case 'retry':
      return retryItem(archiveKey(node), localiser);
  }
};

const plansItem = (node: NodeOf<'plans'>, { t, count }: Localiser): vscode.TreeItem => {
  const look = { id: archiveKey(node), context: 'plans', icon: 'checklist', description: count(node.count) };
  const item = plainItem(t('Plans'), Expanded, look);
  item.tooltip = plainTooltip([
    t('Plans to replace drawers with a summary. Nothing is written before you apply one.'),
  ]);
  return item;
};

const planItem = (node: NodeOf<'plan'>, localiser: Localiser): vscode.TreeItem => {
  const { state, created_at: at } = node.plan;
  const item = plainItem(planLabel(node.plan, localiser), Collapsed, {
    id: archiveKey(node),
    context: `plan ${state}`,
    icon: planIcons[state],
    description: `${stateText(state, localiser)} · ${localiser.time(at)}`,
  });
  item.tooltip = plainTooltip(planFacts(node.plan, localiser));
  return item;
};

const groupItem = (node: NodeOf<'group'>, localiser: Localiser): vscode.TreeItem => {
  const { t, decimal } = localiser;
  const { title, group_id: id, drawer_ids: ids, shared, alike, summary } = node.group;
  const item = plainItem(title, Collapsed, {
    id: archiveKey(node),
    context: 'group',
    icon: 'combine',
    description: drawersText(ids.length, localiser),
  });
  item.tooltip = plainTooltip([
    `${id} · ${title}`,
    sharedText(shared, localiser.t),
    ...(alike === null ? [] : [t('Similarity {0}', decimal(alike, 2))]),
    ...(summary === '' ? [] : [t('Summary:'), summary]),
  ]);
  return item;
};

const reasonItem = (node: NodeOf<'reason'>, localiser: Localiser): vscode.TreeItem => {
  const label = reasonText(node.reason, localiser);
  const item = plainItem(label, Collapsed, {
    id: archiveKey(node),
    context: `reason ${node.reason === consolidatedReason ? 'planned' : 'restorable'}`,
    icon: 'archive',
    description: localiser.count(node.count),
  });
  item.tooltip = plainTooltip([
    label,
    drawersText(node.count, localiser),
    localiser.t('The latest {0}', localiser.time(node.latest)),
  ]);
  return item;
};

const batchItem = (node: NodeOf<'batch'>, localiser: Localiser): vscode.TreeItem => {
  const { archived_at: at, drawers, batch } = node.batch;
  const amount = drawersText(drawers, localiser);
  const look = { id: archiveKey(node), context: 'batch', icon: 'history', description: amount };
  const item = plainItem(localiser.time(at), Collapsed, look);
  item.tooltip = plainTooltip([localiser.t('Archived together: {0}', amount), batch]);
  return item;
};
