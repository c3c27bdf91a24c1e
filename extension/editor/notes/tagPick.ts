import * as vscode from 'vscode';
import { foldTag } from '../../palace/model/drawer/tag.ts';
import { showPick } from '../platform/showPick.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { plainLabel } from '../search/lineLabel.ts';
import { drawersText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';
import type { KnownTag } from './remember.ts';
import { chosenTags, tagProblem } from './tagChoice.ts';

interface TagPickOptions {
  readonly title: string;
  readonly known: readonly KnownTag[];
  /** Initially chosen tags. */
  readonly chosen?: readonly string[];
  readonly localiser: Localiser;
}

interface Item extends vscode.QuickPickItem {
  readonly tag: string;
}

/** Lets a person choose among the tags in use and type new ones. Resolves with `undefined` if the person cancelled. */
export const pickTags = ({
  title,
  known,
  chosen = [],
  localiser,
}: TagPickOptions): Promise<readonly string[] | undefined> =>
  new Promise((resolve) => {
    const held = new DisposableStore();
    const pick = held.add(vscode.window.createQuickPick<Item>());
    const itemOf = (tag: string, description?: string): Item => ({
      label: plainLabel(tag),
      tag,
      ...(description === undefined ? {} : { description }),
    });
    const picked = new Set(chosen.map(foldTag));
    const inUse = known
      .filter(({ tag }) => !picked.has(foldTag(tag)))
      .map(({ tag, drawers }) => itemOf(tag, localiser.t('on {0}', drawersText(drawers, localiser))));
    const first = chosen.map((tag) => itemOf(tag));
    const items = [...first, ...inUse];
    pick.title = title;
    pick.canSelectMany = true;
    pick.placeholder = localiser.t('Choose tags, or type new ones with commas between; Enter goes on');
    pick.items = items;
    pick.selectedItems = first;
    held.add(
      pick.onDidChangeValue((value) => {
        const selected = [...pick.selectedItems];
        const typed = value.trim();
        const isNew = typed !== '' && !items.some(({ tag }) => foldTag(tag) === foldTag(typed));
        // The list is never empty, so that Enter always works.
        pick.items = isNew
          ? [
              {
                ...itemOf(typed, tagProblem(typed, localiser) ?? localiser.t('new: Enter adds it')),
                alwaysShow: true,
              },
              ...items,
            ]
          : items;
        pick.selectedItems = selected.filter((item) => items.includes(item));
      }),
    );
    held.add(
      pick.onDidAccept(() => {
        if (tagProblem(pick.value, localiser) !== null) return;
        const typed = items.some(({ tag }) => foldTag(tag) === foldTag(pick.value.trim())) ? '' : pick.value;
        const known =
          pick.value !== '' && typed === ''
            ? items.filter(({ tag }) => foldTag(tag) === foldTag(pick.value.trim())).map(({ tag }) => tag)
            : [];
        resolve(chosenTags([...pick.selectedItems.map(({ tag }) => tag), ...known], typed));
        pick.hide();
      }),
    );
    showPick(pick, held, () => resolve(undefined));
  });
