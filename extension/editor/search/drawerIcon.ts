import type { EntryType } from '../../palace/model/drawer/drawer.ts';

const icons: Readonly<Record<EntryType, string>> = {
  file: 'file',
  conversation: 'comment-discussion',
  git_commit: 'git-commit',
  handoff: 'arrow-swap',
  progress: 'milestone',
  issue: 'issues',
  decision: 'law',
  insight: 'lightbulb',
  reference: 'references',
  summary: 'note',
};

/** Name of the codicon for an entry type; types of a newer palace get the general one. */
export const drawerIcon = (type: string): string =>
  Object.entries(icons).find(([name]) => name === type)?.[1] ?? 'note';
