import * as vscode from 'vscode';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerOfLink } from './drawerLink.ts';

interface DrawerLinkDependencies {
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
}

/** Opens the drawer of a `vscode://…/drawer/<id>` link. The editor itself asks first whether the link may be followed. */
export const registerDrawerLinks = ({ open, log, localiser }: DrawerLinkDependencies): vscode.Disposable =>
  vscode.window.registerUriHandler({
    handleUri: async ({ path }) => {
      const drawerId = drawerOfLink(path);
      try {
        if (drawerId === null)
          throw new PalaceError(
            'E_USAGE',
            localiser.t('This link leads nowhere in the palace: {0}', path.slice(0, 200)),
            { remedy: localiser.t('Links to drawers end with /drawer/ and an ID.') },
          );
        await open(drawerId, false);
      } catch (thrown) {
        await showError(thrown, log, localiser);
      }
    },
  });
