import * as vscode from 'vscode';
import type { Finding } from '../../../palace/contract/findingsSchemas.ts';
import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { DisposableStore } from '../../platform/disposableStore.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { showError } from '../../platform/showError.ts';
import { plainLabel } from '../../search/lineLabel.ts';
import { findingText } from '../../search/findingText.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

interface FindingsCommandDependencies extends CommandDependencies {
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
}

interface Item extends vscode.QuickPickItem {
  readonly finding?: Finding;
}

/** The largest number of findings that the list shows. */
const most = 2000;

/**
 * `showFindings`: shows where secrets are, but never the secrets. Enter opens the source; a button marks or unmarks
 * the drawer.
 */
export const registerFindingsCommand = (dependencies: FindingsCommandDependencies): vscode.Disposable =>
  registerCommands({ showFindings: () => showFindings(dependencies) }, dependencies);

const showFindings = async ({ session, localiser, log, open }: FindingsCommandDependencies): Promise<void> => {
  if (!(await requirePalace(session, localiser))) return;
  const held = new DisposableStore();
  const fail = (thrown: unknown): void => void showError(thrown, log, localiser);
  const pick = held.add(findingsPick(localiser));
  const load = async (): Promise<void> => {
    pick.busy = true;
    showItems(pick, await allFindings(await session.api()), localiser);
    pick.busy = false;
  };
  const toggleSensitive = async (finding: Finding): Promise<void> => {
    const change = { whole_notes: true, sensitive: !finding.sensitive };
    await (await session.api()).update({ drawer_ids: [finding.drawer_id], ...change });
    await load();
  };
  held.add(pick.onDidHide(() => held.dispose()));
  held.add(
    pick.onDidAccept(() => {
      const finding = pick.selectedItems[0]?.finding;
      if (finding === undefined) return;
      pick.hide();
      open(finding.drawer_id, false).catch(fail);
    }),
  );
  held.add(
    pick.onDidTriggerItemButton(({ item: { finding } }) => {
      if (finding !== undefined) toggleSensitive(finding).catch(fail);
    }),
  );
  pick.show();
  try {
    await load();
  } catch (thrown) {
    pick.hide();
    throw thrown;
  }
};

const findingsPick = ({ t }: Localiser): vscode.QuickPick<Item> => {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = t('Secrets Found');
  pick.placeholder = t('Narrow the list; Enter opens the source');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.busy = true;
  return pick;
};

/** Shows the findings and keeps the active row active. */
const showItems = (pick: vscode.QuickPick<Item>, findings: readonly Finding[], localiser: Localiser): void => {
  const active = pick.activeItems[0]?.finding;
  pick.items =
    findings.length === 0
      ? [
          {
            label: localiser.t('No secrets were found.'),
            alwaysShow: true,
            iconPath: new vscode.ThemeIcon('pass'),
          },
        ]
      : findings.map((finding) => itemOf(finding, localiser));
  const same = pick.items.find(
    ({ finding }) => finding?.drawer_id === active?.drawer_id && finding?.start === active?.start,
  );
  if (active !== undefined && same !== undefined) pick.activeItems = [same];
};

const itemOf = (finding: Finding, localiser: Localiser): Item => {
  const { label, description, detail } = findingText(finding, localiser);
  const button: vscode.QuickInputButton = finding.sensitive
    ? {
        iconPath: new vscode.ThemeIcon('unlock'),
        tooltip: localiser.t('Not Sensitive: embed and show this drawer like any other'),
      }
    : {
        iconPath: new vscode.ThemeIcon('lock'),
        tooltip: localiser.t('Sensitive: never embed this drawer, mask its secrets'),
      };
  return {
    label: plainLabel(label),
    description,
    detail: plainLabel(detail),
    iconPath: new vscode.ThemeIcon(finding.sensitive ? 'lock' : 'unlock'),
    buttons: [button],
    finding,
  };
};

const allFindings = async (api: PalaceApi): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (let cursor: string | null = null; found.length < most;) {
    const page: Awaited<ReturnType<PalaceApi['findings']>> = await api.findings({ cursor, limit: 500 });
    found.push(...page.findings);
    if (page.next === null) break;
    cursor = page.next;
  }
  return found.slice(0, most);
};
