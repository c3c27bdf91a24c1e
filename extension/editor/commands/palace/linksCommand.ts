import * as vscode from 'vscode';
import type { LinkState } from '../../../palace/contract/search/linkSchemas.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { linkText } from '../../links/linkText.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { plainLabel } from '../../search/lineLabel.ts';
import type { CommandDependencies } from '../commandDependencies.ts';
import { showStatusMessage } from '../../platform/statusMessage.ts';

/**
 * `linkedPalaces`: lists the palaces that searches also find, links and unlinks palaces, and sets what agents may
 * find.
 */
export const registerLinksCommand = (dependencies: CommandDependencies): vscode.Disposable =>
  registerCommands({ linkedPalaces: () => showLinks(dependencies) }, dependencies);

interface Choice extends vscode.QuickPickItem {
  readonly run?: () => Promise<void> | void;
}

const showLinks = async (dependencies: CommandDependencies): Promise<void> => {
  const { session, localiser } = dependencies;
  const { t } = localiser;
  if (!(await requirePalace(session, localiser))) return;
  const { links } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: t('Looking at the linked palaces') },
    async () => (await session.api()).links({}),
  );
  const items: readonly Choice[] = [
    {
      label: `$(add) ${t('Link Another Palace…')}`,
      detail: t('Searches then find its drawers, too. It is only read.'),
      run: () => linkAnother(links, dependencies),
    },
    ...links.map((link): Choice => {
      const { label, description, detail } = linkText(link, localiser);
      return {
        label: `$(${link.reachable ? 'link' : 'warning'}) ${plainLabel(label)}`,
        description: plainLabel(description),
        detail: plainLabel(detail),
        run: () => changeLink(link, dependencies),
      };
    }),
  ];
  const title = t('Linked Palaces');
  await (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.run?.();
};

const folderOf = ({ session }: CommandDependencies): string => {
  const { state } = session;
  if ('folder' in state) return state.folder;
  throw new PalaceError('E_PALACE_NOT_FOUND', 'No folder is open.');
};

/** Offers the palaces in the data folder, and any other folder. */
const linkAnother = async (links: readonly LinkState[], dependencies: CommandDependencies): Promise<void> => {
  const { localiser } = dependencies;
  const { t } = localiser;
  const own = folderOf(dependencies);
  const { knownPalaces } = await import('../../../service/links/knownPalaces.ts');
  const taken = new Set([own, ...links.map(({ folder }) => folder)]);
  const known = knownPalaces().filter(({ folder }) => !taken.has(folder));
  const browse = { label: `$(folder-opened) ${t('Choose a Folder…')}`, folder: undefined };
  const chosen = await vscode.window.showQuickPick(
    [
      ...known.map(({ name, folder }) => ({ label: plainLabel(name), description: plainLabel(folder), folder })),
      { ...browse, detail: t('A workspace’s folder, or a palace’s own') },
    ],
    { title: t('Link Another Palace'), matchOnDescription: true },
  );
  if (chosen === undefined) return;
  const place = chosen.folder ?? (await askFolder(localiser));
  if (place !== undefined) await link(own, place, {}, dependencies);
};

const askFolder = async ({ t }: Localiser): Promise<string | undefined> => {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: t('Link Another Palace'),
      openLabel: t('Link'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  return folder?.fsPath;
};

const link = async (
  own: string,
  place: string,
  options: { readonly agents?: boolean },
  dependencies: CommandDependencies,
): Promise<void> => {
  const { t } = dependencies.localiser;
  const { addLink } = await import('../../../service/links/linkFile.ts');
  const { name, agents } = await addLink(own, place, options);
  const text = agents
    ? t('Searches find “{0}”, agents’ searches, too.', name)
    : t('Searches find “{0}”. Agents don’t; Manage Linked Palaces lets them.', name);
  afterCommand(() => vscode.window.showInformationMessage(text), dependencies);
};

const changeLink = async (
  { name, folder, workspace, agents }: LinkState,
  dependencies: CommandDependencies,
): Promise<void> => {
  const { t } = dependencies.localiser;
  const own = folderOf(dependencies);
  const choices: readonly Choice[] = [
    {
      label: `$(trash) ${t('Unlink')}`,
      detail: t('Searches find it no more. Nothing of it is changed.'),
      run: async () => {
        const { removeLink } = await import('../../../service/links/linkFile.ts');
        await removeLink(own, name);
        showStatusMessage(t('“{0}” is not linked any more.', name));
      },
    },
    {
      label: `$(hubot) ${agents ? t('Keep Agents Out') : t('Let Agents Find It')}`,
      run: () => link(own, folder, { agents: !agents }, dependencies),
    },
    ...(workspace === null
      ? []
      : [
          {
            label: `$(empty-window) ${t('Open in New Window')}`,
            description: plainLabel(workspace),
            run: async () => {
              const options = { forceNewWindow: true };
              await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(workspace), options);
            },
          },
        ]),
  ];
  await (await vscode.window.showQuickPick(choices, { title: name }))?.run?.();
};
