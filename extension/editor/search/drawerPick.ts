import * as vscode from 'vscode';
import type { SearchHit } from '../../palace/contract/search/searchResult.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { showPick } from '../platform/showPick.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerIcon } from './drawerIcon.ts';
import { hitText } from './hitText.ts';
import { SearchRun } from './searchRun.ts';
import { localisedError } from '../platform/localisedError.ts';

interface DrawerPickOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Drawers that are not offered. */
  readonly except: ReadonlySet<string>;
  /** Offered before anything is typed. */
  readonly offered: readonly SearchHit[];
  readonly api: PalaceApi;
  readonly localiser: Localiser;
}

interface Item extends vscode.QuickPickItem {
  readonly drawerId?: string;
}

/** Lets a person find one drawer by typing. Resolves with its ID, or `undefined` if the person cancelled. */
export const pickDrawer = ({
  title,
  placeholder,
  except,
  offered,
  api,
  localiser,
}: DrawerPickOptions): Promise<string | undefined> =>
  new Promise((resolve) => {
    const held = new DisposableStore();
    const pick = held.add(vscode.window.createQuickPick<Item>());
    const show = (hits: readonly SearchHit[], terms: readonly string[]): void => {
      pick.items = hits
        .filter(({ drawer_id: id }) => !except.has(id))
        .map((hit): Item => ({
          ...hitText(hit, terms, localiser),
          iconPath: new vscode.ThemeIcon(drawerIcon(hit.type)),
          alwaysShow: true,
          drawerId: hit.drawer_id,
        }));
    };
    const run = held.add(
      new SearchRun(
        (query, signal) => api.search({ query, k: 20, dry_run: true, links: false }, { signal }),
        (outcome) => {
          pick.busy = false;
          if (outcome.kind === 'found') show(outcome.result.results, outcome.result.pipeline_trace.terms);
          else {
            const { message, remedy } = localisedError(outcome.error, localiser);
            pick.items = [{ label: message, detail: remedy, alwaysShow: true }];
          }
        },
      ),
    );
    pick.title = title;
    pick.placeholder = placeholder;
    show(offered, []);
    held.add(
      pick.onDidChangeValue((value) => {
        pick.busy = value.trim() !== '';
        if (pick.busy) run.later(value);
        else {
          run.cancel();
          show(offered, []);
        }
      }),
    );
    held.add(
      pick.onDidAccept(() => {
        const drawerId = pick.selectedItems[0]?.drawerId;
        if (drawerId === undefined) return;
        resolve(drawerId);
        pick.hide();
      }),
    );
    showPick(pick, held, () => resolve(undefined));
  });
