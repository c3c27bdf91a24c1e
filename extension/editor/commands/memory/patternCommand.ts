import * as vscode from 'vscode';
import type { PatternView } from '../../../palace/contract/memory/patternSchemas.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

interface PatternCommandDependencies extends CommandDependencies {
  /** Drawers were changed by hand. */
  readonly changed: () => void;
}

interface PatternItem extends vscode.QuickPickItem {
  readonly pattern?: PatternView;
}

/** `resolvePattern`: lists recurring issues, open ones first. Choosing one resolves it, or opens it again if it was resolved. */
export const registerPatternCommand = (dependencies: PatternCommandDependencies): vscode.Disposable =>
  registerCommands({ resolvePattern: () => resolvePattern(dependencies) }, dependencies);

const resolvePattern = async ({ session, localiser, changed }: PatternCommandDependencies): Promise<void> => {
  const { t } = localiser;
  if (!(await requirePalace(session, localiser))) return;
  const api = await session.api();
  const { patterns } = await api.patterns({ include_resolved: true });
  if (patterns.length === 0) {
    void vscode.window.showInformationMessage(t('No issue has recurred so far.'));
    return;
  }
  const { pattern } =
    (await vscode.window.showQuickPick<PatternItem>(patternItems(patterns, localiser), {
      title: t('Recurring Issues'),
      placeHolder: t('Choose one to resolve it, or to open a resolved one again'),
      matchOnDescription: true,
      matchOnDetail: true,
    })) ?? {};
  if (pattern === undefined) return;
  const answer = await api.resolvePattern({ pattern_id: pattern.pattern_id, resolved: !pattern.resolved });
  changed();
  void vscode.window.showInformationMessage(
    answer.pattern.resolved
      ? t('Resolved: {0}', answer.pattern.label)
      : t('Open again: {0}', answer.pattern.label),
  );
};

const patternItems = (patterns: readonly PatternView[], localiser: Localiser): PatternItem[] => {
  const [open, resolved] = [
    patterns.filter((pattern) => !pattern.resolved),
    patterns.filter((pattern) => pattern.resolved),
  ];
  const part = (label: string, list: readonly PatternView[]): PatternItem[] =>
    list.length === 0
      ? []
      : [
          { label, kind: vscode.QuickPickItemKind.Separator },
          ...list.map((pattern) => patternItem(pattern, localiser)),
        ];
  return [...part(localiser.t('Open'), open), ...part(localiser.t('Resolved'), resolved)];
};

const patternItem = (pattern: PatternView, { t, count, date }: Localiser): PatternItem => ({
  pattern,
  label: `$(${pattern.resolved ? 'pass' : 'warning'}) ${pattern.label.replaceAll('$(', '$ (')}`,
  detail: t(
    'Seen {0} times since {1}, last {2}',
    count(pattern.occurrence_count),
    date(pattern.first_seen),
    date(pattern.last_seen),
  ),
});
