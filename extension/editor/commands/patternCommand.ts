import * as vscode from 'vscode';
import type { PatternView } from '../../palace/contract/memorySchemas.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface PatternCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly changed: () => void;
}

interface PatternItem extends vscode.QuickPickItem {
  readonly pattern?: PatternView;
}

/** `resolvePattern`: lists recurring issues, open ones first; the chosen one is resolved, or open again where it was resolved. */
export const registerPatternCommand = ({
  session,
  localiser,
  log,
  changed,
}: PatternCommandDependencies): vscode.Disposable =>
  registerCommand(
    'resolvePattern',
    async () => {
      if (!(await havePalace(session, localiser))) return;
      const api = await session.api();
      const { patterns } = await api.patterns({ include_resolved: true });
      if (patterns.length === 0) {
        void vscode.window.showInformationMessage(localiser.t('No issue has recurred so far.'));
        return;
      }
      const { pattern } =
        (await vscode.window.showQuickPick<PatternItem>(patternItems(patterns, localiser), {
          title: localiser.t('Recurring Issues'),
          placeHolder: localiser.t('Choose one to resolve it, or to open a resolved one again'),
          matchOnDescription: true,
          matchOnDetail: true,
        })) ?? {};
      if (pattern === undefined) return;
      const answer = await api.resolvePattern({ pattern_id: pattern.pattern_id, resolved: !pattern.resolved });
      changed();
      void vscode.window.showInformationMessage(
        answer.pattern.resolved
          ? localiser.t('Resolved: {0}', answer.pattern.label)
          : localiser.t('Open again: {0}', answer.pattern.label),
      );
    },
    { log, localiser },
  );

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
