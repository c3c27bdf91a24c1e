import * as vscode from 'vscode';
import { entryTypes, tiers } from '../../palace/model/drawer.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { pickTags } from '../notes/tagPick.ts';
import { drawerIcon } from '../search/drawerIcon.ts';
import type { Localiser } from '../platform/localiser.ts';
import { isFiltering, noFilter, type MemoryFilter } from './memoryFilter.ts';

interface Step extends vscode.QuickPickItem {
  /** The filter with this step's answer; undefined where it was left. */
  readonly ask: () => Promise<MemoryFilter | undefined>;
}

/** Asks what the Memory view is to be narrowed to. Resolves with `undefined` when nothing is to change. */
export const askFilter = async (
  filter: MemoryFilter,
  api: PalaceApi,
  localiser: Localiser,
): Promise<MemoryFilter | undefined> => {
  const several = async <T extends string>(
    title: string,
    values: readonly T[],
    chosen: readonly T[],
    icon?: (value: T) => string,
  ): Promise<readonly T[] | undefined> => {
    const items = values.map((value) => ({
      label: value,
      value,
      picked: chosen.includes(value),
      ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon(value)) }),
    }));
    return (
      await vscode.window.showQuickPick(items, {
        title,
        canPickMany: true,
        placeHolder: localiser.t('Choose any number; none lets everything pass'),
      })
    )?.map(({ value }) => value);
  };
  const described = (values: readonly string[]): string =>
    values.length === 0 ? localiser.t('any') : values.join(', ');
  const steps: readonly Step[] = [
    {
      label: localiser.t('Words'),
      description: filter.text === '' ? localiser.t('any') : `“${filter.text}”`,
      iconPath: new vscode.ThemeIcon('search'),
      ask: async () => {
        const text = await vscode.window.showInputBox({
          title: localiser.t('Filter by Words'),
          prompt: localiser.t('Shows the best matches; nothing shows all'),
          value: filter.text,
        });
        return text === undefined ? undefined : { ...filter, text: text.trim() };
      },
    },
    {
      label: localiser.t('Tier'),
      description: described(filter.tiers),
      iconPath: new vscode.ThemeIcon('layers'),
      ask: async () => {
        const chosen = await several(localiser.t('Filter by Tier'), tiers, filter.tiers);
        return chosen === undefined ? undefined : { ...filter, tiers: chosen };
      },
    },
    {
      label: localiser.t('Type'),
      description: described(filter.types),
      iconPath: new vscode.ThemeIcon('symbol-enum'),
      ask: async () => {
        const chosen = await several(localiser.t('Filter by Type'), entryTypes, filter.types, drawerIcon);
        return chosen === undefined ? undefined : { ...filter, types: chosen };
      },
    },
    {
      label: localiser.t('Tag'),
      description: described(filter.tags),
      iconPath: new vscode.ThemeIcon('tag'),
      ask: async () => {
        const chosen = await pickTags({
          title: localiser.t('Filter by Tag'),
          known: (await api.tags({})).tags,
          chosen: filter.tags,
          localiser,
        });
        return chosen === undefined ? undefined : { ...filter, tags: chosen };
      },
    },
    {
      label: filter.archived ? localiser.t('Hide what is archived') : localiser.t('Show what is archived, too'),
      iconPath: new vscode.ThemeIcon('archive'),
      ask: () => Promise.resolve({ ...filter, archived: !filter.archived }),
    },
    ...(isFiltering(filter)
      ? [
          {
            label: localiser.t('Clear the filter'),
            iconPath: new vscode.ThemeIcon('clear-all'),
            ask: () => Promise.resolve(noFilter),
          },
        ]
      : []),
  ];
  const step = await vscode.window.showQuickPick(steps, { title: localiser.t('Filter Memory') });
  return step?.ask();
};
