import * as vscode from 'vscode';
import type { PatternView } from '../../palace/contract/memorySchemas.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Wording } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface PatternCommandDependencies {
  readonly session: PalaceSession;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
  readonly changed: () => void;
}

interface PatternItem extends vscode.QuickPickItem {
  readonly pattern?: PatternView;
}

/** `resolvePattern`: lists recurring issues, open ones first; the chosen one is resolved, or open again where it was resolved. */
export const registerPatternCommand = ({ session, wording, log, changed }: PatternCommandDependencies): vscode.Disposable =>
  registerCommand('resolvePattern', async () => {
    if (!(await havePalace(session, wording))) return;
    const api = await session.api();
    const { patterns } = await api.patterns({ include_resolved: true });
    if (patterns.length === 0) {
      void vscode.window.showInformationMessage(wording.t('No issue has recurred so far.'));
      return;
    }
    const { pattern } = (await vscode.window.showQuickPick<PatternItem>(patternItems(patterns, wording), {
      title: wording.t('Recurring Issues'), placeHolder: wording.t('Choose one to resolve it, or to open a resolved one again'), matchOnDescription: true, matchOnDetail: true,
    })) ?? {};
    if (pattern === undefined) return;
    const answer = await api.resolvePattern({ pattern_id: pattern.pattern_id, resolved: !pattern.resolved });
    changed();
    void vscode.window.showInformationMessage(answer.pattern.resolved ? wording.t('Resolved: {0}', answer.pattern.label) : wording.t('Open again: {0}', answer.pattern.label));
  }, { log, wording });

const patternItems = (patterns: readonly PatternView[], wording: Wording): PatternItem[] => {
  const [open, resolved] = [patterns.filter((pattern) => !pattern.resolved), patterns.filter((pattern) => pattern.resolved)];
  const part = (label: string, list: readonly PatternView[]): PatternItem[] =>
    list.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...list.map((pattern) => patternItem(pattern, wording))];
  return [...part(wording.t('Open'), open), ...part(wording.t('Resolved'), resolved)];
};

const patternItem = (pattern: PatternView, { t, count, date }: Wording): PatternItem => ({
  pattern, label: `$(${pattern.resolved ? 'pass' : 'warning'}) ${pattern.label.replaceAll('$(', '$ (')}`,
  detail: t('Seen {0} times since {1}, last {2}', count(pattern.occurrence_count), date(pattern.first_seen), date(pattern.last_seen)),
});
