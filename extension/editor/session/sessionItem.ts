import * as vscode from 'vscode';
import { drawerItem, plainTooltip } from '../memory/drawerItem.ts';
import { drawerLabel } from '../memory/drawerText.ts';
import { plainItem, retryItem } from '../tree/plainItem.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import type { Localiser } from '../platform/localiser.ts';
import { movedLabel, waitingLabel } from './movedLabel.ts';
import { sessionKey, type SessionNode, type SessionSection } from './sessionNode.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Sections that are collapsed at first. */
const closed: ReadonlySet<SessionSection> = new Set(['commits', 'compactable', 'leftOut']);
const icons: Readonly<Record<SessionSection, string>> = {
  waiting: 'bell',
  moved: 'history',
  pinned: 'pinned',
  issues: 'warning',
  memories: 'archive',
  commits: 'git-commit',
  replacements: 'replace',
  alike: 'combine',
  compactable: 'fold',
  leftOut: 'circle-slash',
};

const sectionText = (
  section: SessionSection,
  { t }: Localiser,
): { readonly label: string; readonly tooltip: string } => {
  switch (section) {
    case 'waiting':
      return {
        label: t('Waits for your approval'),
        tooltip: t('Plans of agents. Nothing is archived before you have reviewed and applied one.'),
      };
    case 'moved':
      return {
        label: t('Moved lately'),
        tooltip: t('What maintenance and agents archived, demoted or promoted within seven days.'),
      };
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
        tooltip: t('Notes that a newer one nearly repeats. Accept marks the older one as replaced.'),
      };
    case 'alike':
      return {
        label: t('Could be one summary'),
        tooltip: t('Similar notes. Nothing is summarized before you have reviewed it.'),
      };
    case 'compactable':
      return {
        label: t('Replaced and unused'),
        tooltip: t(
          'What a compaction would propose: Review Compaction shows it. Nothing is archived before that.',
        ),
      };
    case 'leftOut':
      return { label: t('Left out'), tooltip: t('What would have come next, and why it did not.') };
  }
};

type NodeOf<Kind extends SessionNode['kind']> = Extract<SessionNode, { readonly kind: Kind }>;

/** How a node looks in the Session view. */
export const sessionItem = (node: SessionNode, localiser: Localiser): vscode.TreeItem => {
  const { t, count } = localiser;
  switch (node.kind) {
    case 'section':
      return sectionItem(node, localiser);
    case 'drawer':
      return drawerItem(node, sessionKey(node), localiser, node.description);
    case 'pattern':
      return patternItem(node, localiser);
    case 'replacement':
      return replacementItem(node, localiser);
    // Its tooltip names the notes, which are read when a person points at it.
    case 'alike':
      return row(node, localisedReason(node.candidate.label, localiser), Collapsed, 'combine');
    case 'waiting': {
      const item = row(
        node,
        waitingLabel(node.plan, localiser),
        None,
        'checklist',
        localiser.time(node.plan.created_at),
      );
      item.command = { command: 'synapsePalace.reviewPlan', title: t('Review'), arguments: [node] };
      return item;
    }
    case 'moved':
      return movedItem(node, localiser);
    case 'rest':
      return row(
        node,
        node.count === 1 ? t('and 1 more') : t('and {0} more', count(node.count)),
        None,
        'ellipsis',
      );
    case 'retry':
      return retryItem(sessionKey(node), localiser);
  }
};

const row = (
  node: SessionNode,
  label: string,
  state: vscode.TreeItemCollapsibleState,
  icon: string,
  description?: string,
): vscode.TreeItem => plainItem(label, state, { id: sessionKey(node), context: node.kind, icon, description });

const sectionItem = (node: NodeOf<'section'>, localiser: Localiser): vscode.TreeItem => {
  const { label, tooltip } = sectionText(node.section, localiser);
  const count = localiser.count(node.count);
  const item = row(node, label, closed.has(node.section) ? Collapsed : Expanded, icons[node.section], count);
  item.tooltip = plainTooltip([tooltip]);
  item.accessibilityInformation = { label: `${label}, ${count}` };
  return item;
};

const patternItem = (node: NodeOf<'pattern'>, { t, count, date }: Localiser): vscode.TreeItem => {
  const { label, occurrence_count: occurrences, first_seen: first, last_seen: last } = node.pattern;
  const description = t('{0} times since {1}', count(occurrences), date(first));
  const item = row(node, label, Collapsed, 'issues', description);
  item.tooltip = plainTooltip([
    label,
    t('Seen {0} times since {1}, last {2}', count(occurrences), date(first), date(last)),
    t('Once it is resolved, only a new issue like these opens it again.'),
  ]);
  return item;
};

const movedItem = (node: NodeOf<'moved'>, localiser: Localiser): vscode.TreeItem => {
  const { batch } = node;
  const label = movedLabel(batch, localiser);
  const item = row(node, label, Collapsed, 'history', localiser.time(batch.at));
  item.tooltip = plainTooltip([
    label,
    ...(batch.reason === null ? [] : [localiser.t('The agent’s reason: {0}', batch.reason)]),
    localiser.t('Undo reverses all of it.'),
  ]);
  return item;
};

const replacementItem = (node: NodeOf<'replacement'>, localiser: Localiser): vscode.TreeItem => {
  const { t, count, decimal } = localiser;
  const [older, newer] = [drawerLabel(node.older, localiser), drawerLabel(node.newer, localiser)];
  const { similarity, age_gap_days: gap } = node.suggestion;
  const item = row(node, older, Collapsed, 'replace', `← ${newer}`);
  item.tooltip = plainTooltip([
    t('Older: {0}', older),
    t('Newer: {0}', newer),
    gap === 1
      ? t('Similarity {0}, 1 day newer', decimal(similarity, 2))
      : t('Similarity {0}, {1} days newer', decimal(similarity, 2), count(gap)),
  ]);
  item.accessibilityInformation = { label: t('{0} may replace {1}', newer, older) };
  return item;
};
