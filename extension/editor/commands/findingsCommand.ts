import * as vscode from 'vscode';
import type { Finding } from '../../palace/contract/findingsSchemas.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { plainLabel } from '../search/bestLine.ts';
import { findingText } from '../search/findingText.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface FindingsCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
}

interface Item extends vscode.QuickPickItem {
  readonly finding?: Finding;
}

/** The most that a list is worth. */
const most = 2000;

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

/** `showFindings`: where secrets stand, never what they are. Enter opens the source; a button marks or unmarks the drawer. */
export const registerFindingsCommand = ({
  session,
  localiser,
  log,
  open,
}: FindingsCommandDependencies): vscode.Disposable =>
  registerCommand(
    'showFindings',
    async () => {
      if (!(await havePalace(session, localiser))) return;
      const held = new DisposableStore();
      const fail = (thrown: unknown): void => void showError(thrown, log, localiser);
      const unmark: vscode.QuickInputButton = {
        iconPath: new vscode.ThemeIcon('unlock'),
        tooltip: localiser.t('Not Sensitive: embed and show this drawer like any other'),
      };
      const mark: vscode.QuickInputButton = {
        iconPath: new vscode.ThemeIcon('lock'),
        tooltip: localiser.t('Sensitive: never embed this drawer, mask its secrets'),
      };
      const pick = held.add(vscode.window.createQuickPick<Item>());
      held.add(pick.onDidHide(() => held.dispose()));
      pick.title = localiser.t('Secrets Found');
      pick.placeholder = localiser.t('Narrow the list; Enter opens the source');
      pick.matchOnDescription = true;
      pick.matchOnDetail = true;
      pick.busy = true;
      pick.show();

      const itemOf = (finding: Finding): Item => {
        const { label, description, detail } = findingText(finding, localiser);
        return {
          label: plainLabel(label),
          description,
          detail: plainLabel(detail),
          iconPath: new vscode.ThemeIcon(finding.sensitive ? 'lock' : 'unlock'),
          buttons: [finding.sensitive ? unmark : mark],
          finding,
        };
      };
      const load = async (): Promise<void> => {
        pick.busy = true;
        const findings = await allFindings(await session.api());
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
            : findings.map(itemOf);
        const same = pick.items.find(
          ({ finding }) => finding?.drawer_id === active?.drawer_id && finding?.start === active?.start,
        );
        if (active !== undefined && same !== undefined) pick.activeItems = [same];
        pick.busy = false;
      };
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
          if (finding === undefined) return;
          const change = async (): Promise<void> => {
            await (await session.api()).update({ drawer_ids: [finding.drawer_id], sensitive: !finding.sensitive });
            await load();
          };
          change().catch(fail);
        }),
      );
      try {
        await load();
      } catch (thrown) {
        pick.hide();
        throw thrown;
      }
    },
    { log, localiser },
  );
