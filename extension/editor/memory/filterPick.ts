import * as vscode from 'vscode';
import { entryTypes, tiers } from '../../palace/model/drawer/drawer.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { pickTags } from '../notes/tagPick.ts';
import { drawerIcon } from '../search/drawerIcon.ts';
import { plainLabel } from '../search/lineLabel.ts';
import type { Localiser } from '../platform/localiser.ts';
import { vocabularyText } from '../platform/vocabularyText.ts';
import { isFiltering, noFilter, type MemoryFilter } from './memoryFilter.ts';

interface Step extends vscode.QuickPickItem {
  /** Asks for this step's condition. Resolves with the filter including it; undefined if the person cancelled. */
  readonly ask: () => Promise<MemoryFilter | undefined>;
}

/** Asks what the Memory view is to show. Resolves with `undefined` if the person cancelled. */
export const askFilter = async (
  filter: MemoryFilter,
  api: PalaceApi,
  localiser: Localiser,
): Promise<MemoryFilter | undefined> => {
  const steps = [...conditionSteps(filter, api, localiser), ...switchSteps(filter, localiser)];
  const step = await pickStep(steps, filter, localiser);
  return step?.ask();
};

/** A menu in which typed words are a filter of their own, above the steps that match them. */
const pickStep = (steps: readonly Step[], filter: MemoryFilter, { t }: Localiser): Promise<Step | undefined> => {
  const pick = vscode.window.createQuickPick<Step>();
  pick.title = t('Filter Memory');
  pick.placeholder = t('Type words that drawers hold, or choose');
  pick.items = steps;
  return new Promise((resolve) => {
    pick.onDidChangeValue((value) => {
      const text = value.trim();
      const byWords: Step = {
        label: t('Words: “{0}”', plainLabel(text)),
        iconPath: new vscode.ThemeIcon('search'),
        alwaysShow: true,
        ask: () => Promise.resolve({ ...filter, text }),
      };
      pick.items = text === '' ? steps : [byWords, ...steps];
    });
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
};

const conditionSteps = (filter: MemoryFilter, api: PalaceApi, localiser: Localiser): readonly Step[] => {
  const { t } = localiser;
  const described = (values: readonly string[]): string => (values.length === 0 ? t('any') : values.join(', '));
  const named = (word: string): string => vocabularyText(word, localiser);
  return [
    {
      label: t('Words'),
      description: filter.text === '' ? t('any') : `“${plainLabel(filter.text)}”`,
      iconPath: new vscode.ThemeIcon('search'),
      ask: async () => {
        const text = await vscode.window.showInputBox({
          title: t('Filter by Words'),
          prompt: t('Shows the best matches; leave it empty to show all'),
          value: filter.text,
        });
        return text === undefined ? undefined : { ...filter, text: text.trim() };
      },
    },
    {
      label: t('Tier'),
      description: described(filter.tiers.map(named)),
      iconPath: new vscode.ThemeIcon('layers'),
      ask: async () => {
        const chosen = await askSeveral(t('Filter by Tier'), tiers, filter.tiers, localiser);
        return chosen === undefined ? undefined : { ...filter, tiers: chosen };
      },
    },
    {
      label: t('Type'),
      description: described(filter.types.map(named)),
      iconPath: new vscode.ThemeIcon('symbol-enum'),
      ask: async () => {
        const chosen = await askSeveral(t('Filter by Type'), entryTypes, filter.types, localiser, drawerIcon);
        return chosen === undefined ? undefined : { ...filter, types: chosen };
      },
    },
    {
      label: t('Tag'),
      description: described(filter.tags.map(plainLabel)),
      iconPath: new vscode.ThemeIcon('tag'),
      ask: async () => {
        const { tags: known } = await api.tags({});
        const chosen = await pickTags({ title: t('Filter by Tag'), known, chosen: filter.tags, localiser });
        return chosen === undefined ? undefined : { ...filter, tags: chosen };
      },
    },
  ];
};

const switchSteps = (filter: MemoryFilter, { t }: Localiser): readonly Step[] => [
  {
    label: filter.archived ? t('Hide archived drawers') : t('Show archived drawers'),
    iconPath: new vscode.ThemeIcon('archive'),
    ask: () => Promise.resolve({ ...filter, archived: !filter.archived }),
  },
  ...(isFiltering(filter)
    ? [
        {
          label: t('Clear the filter'),
          iconPath: new vscode.ThemeIcon('clear-all'),
          ask: () => Promise.resolve(noFilter),
        },
      ]
    : []),
];

const askSeveral = async <T extends string>(
  title: string,
  values: readonly T[],
  chosen: readonly T[],
  localiser: Localiser,
  icon?: (value: T) => string,
): Promise<readonly T[] | undefined> => {
  const items = values.map((value) => ({
    label: vocabularyText(value, localiser),
    value,
    picked: chosen.includes(value),
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon(value)) }),
  }));
  const placeHolder = localiser.t('Choose any number; with none, everything is shown');
  return (await vscode.window.showQuickPick(items, { title, canPickMany: true, placeHolder }))?.map(
    ({ value }) => value,
  );
};
