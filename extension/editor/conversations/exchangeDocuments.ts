import * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { abortable } from '../platform/abortable.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showPassage, type PassageView } from '../platform/showPassage.ts';
import type { Localiser } from '../platform/localiser.ts';
import { uriPath } from '../platform/uriPath.ts';
import { exchangeDocument } from './exchangeText.ts';

const exchangeScheme = 'synapse-palace-exchange';

/** Whether a drawer is part of an exchange. The exchange is shown as one document. */
export const isExchange = ({ type, properties }: DrawerView): boolean =>
  type === 'conversation' && properties['answer_at'] !== undefined;

/** Shows the complete exchange of a drawer as a read-only document. */
export const registerExchangeDocuments = (session: PalaceSession, localiser: Localiser): vscode.Disposable =>
  vscode.workspace.registerTextDocumentContentProvider(exchangeScheme, {
    async provideTextDocumentContent(uri, token) {
      const exchange = await abortable(token, async (signal) =>
        (await session.api()).showExchange({ drawer_id: uri.query }, { signal }),
      );
      return exchangeDocument(exchange, localiser).text;
    },
  });

/** Shows the exchange at the drawer's part of it. */
export const showExchange = async (
  drawer: DrawerView,
  session: PalaceSession,
  localiser: Localiser,
  how: PassageView,
): Promise<void> => {
  const { text, start, end } = exchangeDocument(
    await (await session.api()).showExchange({ drawer_id: drawer.drawer_id }),
    localiser,
  );
  const uri = vscode.Uri.from({
    scheme: exchangeScheme,
    path: uriPath(drawer.wing, `${drawer.room}.md`),
    query: drawer.drawer_id,
  });
  const document = await vscode.workspace.openTextDocument(uri);
  // The editor counts a line break as one character, whatever it is in the text.
  const place = (offset: number): vscode.Position => positionIn(text, offset);
  const part = document.validateRange(new vscode.Range(place(start), place(end)));
  await showPassage(document, how, part);
};

const positionIn = (text: string, offset: number): vscode.Position => {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
};
