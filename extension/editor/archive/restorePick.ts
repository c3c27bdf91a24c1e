import * as vscode from 'vscode';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { drawersText } from '../platform/countedText.ts';
import { reasonText } from '../memory/archiveReason.ts';
import { drawerDescription, drawerLabel } from '../memory/drawerText.ts';
import { plainLabel } from '../search/lineLabel.ts';
import { drawerIcon } from '../search/drawerIcon.ts';
import type { Localiser } from '../platform/localiser.ts';
import { agedReason, consolidatedReason } from './archiveContents.ts';
import type { ArchiveList, PlanRow } from './archiveNode.ts';
import { planLabel } from './archiveText.ts';

/** What to bring back from the archive. */
type Restorable =
  | { readonly kind: 'list'; readonly list: ArchiveList; readonly label: string; readonly count: number }
  | { readonly kind: 'drawer'; readonly drawerId: string }
  | { readonly kind: 'plan'; readonly plan: PlanRow };

interface Item extends vscode.QuickPickItem {
  readonly what?: Restorable;
}

/** The number of batches and of plans that are offered, the latest first. */
const offered = 30;
const listedDrawers = 500;

/**
 * Asks what to bring back: a batch, all drawers of a reason, one drawer, or what a plan archived. Resolves with `undefined`
 * if the person cancelled, and with `null` if the archive is empty.
 */
export const pickRestorable = async (
  api: PalaceApi,
  localiser: Localiser,
): Promise<Restorable | undefined | null> => {
  const { t, time } = localiser;
  const [{ reasons }, { batches }, { plans }] = await Promise.all([
    api.archiveReasons({}),
    api.archiveBatches({ reason: agedReason, limit: offered }),
    api.plans({ limit: 500 }),
  ]);
  const part = (label: string, items: readonly Item[]): Item[] =>
    items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
  const items: Item[] = [
    ...part(
      t('Archived together by maintenance'),
      batches.map(({ batch, archived_at: at, drawers }) => ({
        label: time(at),
        description: drawersText(drawers, localiser),
        iconPath: new vscode.ThemeIcon('history'),
        what: { kind: 'list', list: { batch }, label: time(at), count: drawers },
      })),
    ),
    ...part(
      t('By reason'),
      reasons
        .filter(({ reason }) => reason !== consolidatedReason)
        .map(({ reason, drawers }) => ({
          label: plainLabel(reasonText(reason, localiser)),
          description: drawersText(drawers, localiser),
          iconPath: new vscode.ThemeIcon('archive'),
          what: { kind: 'list', list: { reason }, label: reasonText(reason, localiser), count: drawers },
        })),
    ),
    ...part(
      t('Plans that were applied'),
      plans
        .filter(({ state }) => state === 'applied')
        .slice(0, offered)
        .map((plan) => ({
          label: planLabel(plan, localiser),
          description: time(plan.created_at),
          iconPath: new vscode.ThemeIcon('pass-filled'),
          what: { kind: 'plan', plan },
        })),
    ),
  ];
  if (items.length === 0) return null;
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Restore Archived Drawers'),
    placeHolder: t('What to restore'),
    matchOnDescription: true,
  });
  return chosen?.what?.kind === 'list' ? wholeOrOne(chosen.what, api, localiser) : chosen?.what;
};

const wholeOrOne = async (
  whole: Extract<Restorable, { kind: 'list' }>,
  api: PalaceApi,
  localiser: Localiser,
): Promise<Restorable | undefined> => {
  const { t } = localiser;
  const { drawers } = await api.archived({ ...whole.list, limit: listedDrawers });
  const items: Item[] = [
    {
      label: whole.count === 1 ? t('The one drawer') : t('All {0} drawers', localiser.count(whole.count)),
      iconPath: new vscode.ThemeIcon('check-all'),
      alwaysShow: true,
      what: whole,
    },
    {
      label:
        drawers.length < whole.count ? t('The latest {0}', localiser.count(drawers.length)) : t('One of them'),
      kind: vscode.QuickPickItemKind.Separator,
    },
    ...drawers.map((drawer): Item => ({
      label: plainLabel(drawerLabel(drawer, localiser)),
      description: plainLabel(drawerDescription(drawer, localiser)),
      iconPath: new vscode.ThemeIcon(drawerIcon(drawer.type)),
      what: { kind: 'drawer', drawerId: drawer.drawer_id },
    })),
  ];
  return (
    await vscode.window.showQuickPick(items, {
      title: whole.label,
      placeHolder: t('All of them, or one'),
      matchOnDescription: true,
    })
  )?.what;
};
