import * as vscode from 'vscode';
import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { queryOfText } from '../../../palace/model/query/queryEdits.ts';
import type { FirstMine } from '../../mining/firstMine.ts';
import type { Miner } from '../../mining/miner.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { showError } from '../../platform/showError.ts';
import type { SearchHistory } from '../../search/searchHistory.ts';
import type { Previewed } from '../../search/resultPreview.ts';
import { showSearchPick } from '../../search/searchPick.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Comparable } from '../../source/changedSources.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

interface SearchCommandDependencies extends CommandDependencies {
  readonly settings: () => Settings;
  readonly history: SearchHistory;
  readonly open: (drawerId: string, toSide: boolean, terms: readonly string[]) => Promise<void>;
  /** Shows a drawer without taking the keyboard. Never rejects. */
  readonly preview: (previewed: Previewed) => Promise<void>;
  /** Opens the inspector; without a query it keeps the query that it has. */
  readonly inspect: (query?: string) => Promise<void>;
  readonly changedSince: (drawers: readonly Comparable[], signal: AbortSignal) => Promise<ReadonlySet<string>>;
  readonly miner: Pick<Miner, 'busy'>;
  readonly firstMine: Pick<FirstMine, 'start' | 'startBesideCommits'>;
  /** Drawers were changed by hand. */
  readonly changed: () => void;
}

const longestQuery = 1000;

const selectedText = (): string => {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined
    ? ''
    : queryOfText(editor.document.getText(editor.selection).replace(/\s+/g, ' ').trim()).slice(0, longestQuery);
};

/** `search`, `searchSelection`, `searchExplained`. */
export const registerSearchCommands = (dependencies: SearchCommandDependencies): vscode.Disposable => {
  const { inspect } = dependencies;
  return registerCommands(
    {
      search: async (query) => {
        const palace = await searchable(dependencies);
        if (palace !== null) pick(typeof query === 'string' ? query : '', palace, dependencies);
      },
      searchSelection: async () => {
        const palace = await searchable(dependencies);
        if (palace !== null) pick(selectedText(), palace, dependencies);
      },
      searchExplained: (query) => inspect(typeof query === 'string' && query.trim() !== '' ? query : undefined),
    },
    dependencies,
  );
};

type Palace = () => Promise<PalaceApi>;

/** What there is to search, or soon will be: the first search of a workspace has it mined. Null if there is nothing. */
const searchable = async (dependencies: SearchCommandDependencies): Promise<Palace | null> => {
  const { firstMine, session, localiser, log } = dependencies;
  await session.located();
  if (firstMine.start()) return () => session.apiOrNew();
  if (!(await requirePalace(session, localiser))) return null;
  // If the palace can't be asked, the search shows it.
  firstMine
    .startBesideCommits()
    .catch((thrown: unknown) =>
      log.debug(`It is not known whether the workspace was mined: ${PalaceError.from(thrown).message}`),
    );
  return () => session.api();
};

const pick = (query: string, palace: Palace, dependencies: SearchCommandDependencies): void => {
  const { session, localiser, log, open, inspect, changed } = dependencies;
  const reporting = (run: Promise<void>): Promise<void> =>
    run.catch((thrown: unknown) => showError(thrown, log, localiser));
  const pin = async (drawerId: string, pinned: boolean): Promise<void> => {
    await (await session.api()).update({ drawer_ids: [drawerId], whole_notes: true, pinned });
    changed();
  };
  showSearchPick(
    {
      ...dependencies,
      palace,
      open: (drawerId, toSide, terms) => reporting(open(drawerId, toSide, terms)),
      inspect: (text) => reporting(inspect(text)),
      pin: (drawerId, pinned) => reporting(pin(drawerId, pinned)),
      findSimilar: async (drawerId) => vscode.commands.executeCommand('synapsePalace.findSimilar', drawerId),
    },
    query,
  );
};
