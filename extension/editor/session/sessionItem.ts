import * as vscode from 'vscode';
import { drawerItem, plainTooltip } from '../memory/drawerItem.ts';
import { drawerLabel } from '../memory/drawerText.ts';
import { plainItem } from '../tree/plainItem.ts';
import type { Localiser } from '../platform/localiser.ts';
import { sessionKey, type SessionNode, type SessionSection } from './sessionNode.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Sections that a person need not see at once. */
const closed: ReadonlySet<SessionSection> = new Set(['commits', 'leftOut']);
const icons: Readonly<Record<SessionSection, string>> = {
  pinned: 'pinned',
  issues: 'warning',
  memories: 'archive',
  commits: 'git-commit',
  replacements: 'replace',
  alike: 'combine',
  leftOut: 'circle-slash',
};

const sectionText = (
  section: SessionSection,
  { t }: Localiser,
): { readonly label: string; readonly tooltip: string } => {
  switch (section) {
    case 'pinned':
      return { label: t('Pinned'), tooltip: t('Comes first, whatever its age.') };
    case 'issues':
      return {
        label: t('Recurring issues'),
        tooltip: t('Issues that were seen three times or more and are not resolved.'),
      };
    case 'memories':
      return { label: t('Memories'), tooltip: t('Working and long-term drawers, the most used first.') };
    case 'commits':
      return { label: t('Recent commits'), tooltip: t('Of the last seven days.') };
    case 'replacements':
      return {
        label: t('Perhaps out of date'),
        tooltip: t('Notes that a newer one nearly repeats. Accept marks the older one as superseded.'),
      };
    case 'alike':
      return {
        label: t('Could be one summary'),
        tooltip: t('Notes that say much the same. Nothing is summarised before you have reviewed it.'),
      };
    case 'leftOut':
      return { label: t('Left out'), tooltip: t('What would have come next, and why it did not.') };
  }
};

/** How a node looks in the Session view. */
export const sessionItem = (node: SessionNode, localiser: Localiser): vscode.TreeItem => {
  const { t, count, date } = localiser;
  const base = (
    label: string,
    state: vscode.TreeItemCollapsibleState,
    icon: string,
    description?: string,
  ): vscode.TreeItem => plainItem(label, state, { id: sessionKey(node), context: node.kind, icon, description });
  switch (node.kind) {
    case 'section': {
      const { label, tooltip } = sectionText(node.section, localiser);
      const item = base(
        label,
        closed.has(node.section) ? Collapsed : Expanded,
        icons[node.section],
        count(node.count),
      );
      item.tooltip = plainTooltip([tooltip]);
      item.accessibilityInformation = { label: `${label}, ${count(node.count)}` };
      return item;
    }
    case 'drawer':
      return drawerItem(node, sessionKey(node), localiser, node.description);
    case 'pattern': {
      const { pattern } = node;
      const item = base(
        pattern.label,
        Collapsed,
        'issues',
        t('{0} times since {1}', count(pattern.occurrence_count), date(pattern.first_seen)),
      );
      item.tooltip = plainTooltip([
        pattern.label,
        t(
          'Seen {0} times since {1}, last {2}',
          count(pattern.occurrence_count),
          date(pattern.first_seen),
          date(pattern.last_seen),
        ),
        t('Once it is resolved, only a new issue like these opens it again.'),
      ]);
      return item;
    }
    case 'replacement': {
      const {
        older,
        newer,
        suggestion: { similarity, age_gap_days: gap },
      } = node;
      const item = base(drawerLabel(older), Collapsed, 'replace', `← ${drawerLabel(newer)}`);
      item.tooltip = plainTooltip([
        t('Older: {0}', drawerLabel(older)),
        t('Newer: {0}', drawerLabel(newer)),
        gap === 1
          ? t('Likeness {0}, 1 day newer', similarity.toFixed(2))
          : t('Likeness {0}, {1} days newer', similarity.toFixed(2), count(gap)),
      ]);
      item.accessibilityInformation = {
        label: t('{0} may stand in place of {1}', drawerLabel(newer), drawerLabel(older)),
      };
      return item;
    }
    case 'alike': {
      const { label, drawer_ids: ids } = node.candidate;
      const item = base(label, Collapsed, 'combine');
      item.tooltip = plainTooltip([label, ...ids]);
      return item;
    }
    case 'rest':
      return base(node.count === 1 ? t('and 1 more') : t('and {0} more', count(node.count)), None, 'ellipsis');
    case 'retry': {
      const item = base(t('Try again'), None, 'refresh');
      item.command = { command: 'synapsePalace.refreshMemory', title: t('Try again') };
      return item;
    }
  }
};
