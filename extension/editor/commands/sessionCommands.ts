import type * as vscode from 'vscode';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { drawerLabel } from '../memory/drawerText.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import { textIn } from '../tree/nodeText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';
import { tellUndoable } from '../platform/tellUndoable.ts';

export interface SessionCommandDependencies {
  readonly session: PalaceSession;
  readonly reports: ReportDocuments;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  /** Reads the Session view anew. */
  readonly refresh: () => void;
  /** Something was changed by hand. */
  readonly changed: () => void;
  /** Opens the review of a plan that is kept. */
  readonly review: (planId: string) => Promise<void>;
  /** Is done with a plan that was just made, before it is reviewed. */
  readonly prepare: (planId: string) => Promise<void>;
}

/** What the Session view offers: its text as an agent is given it, resolving an issue, accepting a replacement, reviewing a group. */
export const registerSessionCommands = (dependencies: SessionCommandDependencies): vscode.Disposable => {
  const { session, reports, localiser, refresh, changed, review, prepare } = dependencies;
  const held = new DisposableStore();
  const command = (name: string, run: (node: unknown) => Promise<void>): void =>
    void held.add(registerCommand(name, run, dependencies));
  const needed = (text: string | undefined): string => {
    if (text === undefined)
      throw new PalaceError('E_USAGE', localiser.t('The command was called without an item.'), {
        remedy: localiser.t('Choose one in the Session view.'),
      });
    return text;
  };
  command('refreshSession', () => {
    session.refresh();
    refresh();
    return Promise.resolve();
  });
  command('openSessionContext', async () => {
    if (!(await havePalace(session, localiser))) return;
    const { text } = await (await session.api()).sessionContext({});
    await reports.show(`${localiser.t('Session context')}.md`, text);
  });
  command('resolveRecurringIssue', async (node) => {
    const api = await session.api();
    const resolve = async (resolved: boolean): Promise<string> => {
      const { pattern } = await api.resolvePattern({
        pattern_id: needed(textIn(node, 'pattern', 'pattern_id')),
        resolved,
      });
      changed();
      return pattern.label;
    };
    tellUndoable(localiser.t('Resolved: {0}', await resolve(true)), () => resolve(false), dependencies);
  });
  command('acceptReplacement', async (node) => {
    const api = await session.api();
    const [older, newer] = [
      needed(textIn(node, 'suggestion', 'older_id')),
      needed(textIn(node, 'suggestion', 'newer_id')),
    ];
    const mark = async (by: string | null): Promise<void> => {
      await api.update({ drawer_ids: [older], superseded_by: by });
      changed();
    };
    await mark(newer);
    tellUndoable(
      localiser.t('Marked as superseded: {0}', drawerLabel(await api.show({ drawer_id: older }))),
      () => mark(null),
      dependencies,
    );
  });
  command('reviewAlike', async (node) => {
    const candidate =
      typeof node === 'object' && node !== null && 'candidate' in node ? node.candidate : undefined;
    const ids =
      typeof candidate === 'object' &&
      candidate !== null &&
      'drawer_ids' in candidate &&
      Array.isArray(candidate.drawer_ids)
        ? candidate.drawer_ids.filter((id) => typeof id === 'string')
        : [];
    const { plan } = await (await session.api()).makePlan({ drawer_ids: ids });
    await prepare(plan.id);
    await review(plan.id);
  });
  return held;
};
