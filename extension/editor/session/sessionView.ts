import type * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';
import { plainTooltip } from '../memory/drawerItem.ts';
import { createPalaceView, type PalaceView } from '../tree/palaceView.ts';
import { alikeLines } from './alikeLines.ts';
import { SessionContents } from './sessionContents.ts';
import { sessionItem } from './sessionItem.ts';
import type { SessionNode } from './sessionNode.ts';

interface SessionViewDependencies {
  readonly session: PalaceSession;
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  /** A drawer's tooltip; `first` comes before its facts. */
  readonly tooltipOf: (drawer: DrawerView, first?: readonly string[]) => Promise<vscode.MarkdownString>;
}

/** The Session view: what a session would start with. Showing it does not count as access and writes nothing. */
export const createSessionView = (dependencies: SessionViewDependencies): PalaceView => {
  const { session, localiser, tooltipOf } = dependencies;
  const contents = new SessionContents(localiser);
  const view = createPalaceView<SessionNode>({
    ...dependencies,
    id: 'session',
    contents,
    retry: { kind: 'retry' },
    // A context costs a scan of some vectors, so several changes in a row lead to one read.
    quietMs: 700,
    latestMs: 4000,
    // Plans, pins and tiers change what is shown, also while vectors are being filled in.
    everyChange: true,
    item: (node) => sessionItem(node, localiser),
    tooltip: async (node) => {
      if (node.kind === 'drawer') return tooltipOf(node.drawer, node.reason === null ? [] : [node.reason]);
      if (node.kind !== 'alike') return undefined;
      return plainTooltip(await alikeLines(await session.api(), node.candidate, localiser));
    },
    read: () => (view.treeView.description = descriptionOf(contents, localiser)),
  });
  return view;
};

const descriptionOf = ({ last }: SessionContents, { t, count }: Localiser): string | undefined =>
  last === null ? undefined : t('{0} of {1} tokens', count(last.token_estimate), count(last.budget_tokens));
