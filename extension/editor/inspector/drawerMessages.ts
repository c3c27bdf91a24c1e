import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { HostMessage, InspectorMessage } from '../../protocol/inspectorMessages.ts';
import { atCommit, chatBlock } from '../chat/chatBlock.ts';
import type { InspectorDependencies } from './inspectorDependencies.ts';

interface DrawerMessageDependencies extends Pick<
  InspectorDependencies,
  'commitOf' | 'copy' | 'erase' | 'localiser' | 'openSource'
> {
  readonly post: (message: HostMessage) => void;
  /** Rejects with E_PALACE_NOT_FOUND if there is none. */
  readonly palace: () => Promise<PalaceApi>;
}

/** A message that asks for something to be done with one drawer or its text. */
type DrawerMessage = Extract<
  InspectorMessage,
  {
    readonly type:
      'openSource' | 'pinDrawer' | 'eraseDrawer' | 'copyDrawer' | 'copyForChat' | 'copyMarkdown' | 'copyText';
  }
>;

/** Opens, pins, erases or copies a drawer, and has the webview announce what was done. */
export const answerDrawerMessage = async (
  message: DrawerMessage,
  to: DrawerMessageDependencies,
): Promise<void> => {
  const { t } = to.localiser;
  const drawer = async (drawerId: string): Promise<DrawerView> =>
    (await to.palace()).show({ drawer_id: drawerId });
  const copy = async (text: string, announcement: string): Promise<void> => {
    await to.copy(text);
    to.post({ type: 'announce', text: announcement });
  };
  switch (message.type) {
    case 'openSource':
      return to.openSource(message.drawerId, { toSide: message.toSide, terms: message.terms });
    case 'pinDrawer':
      return pin(message, to);
    case 'eraseDrawer':
      return to.erase(message.drawerId);
    case 'copyDrawer':
      return copy((await drawer(message.drawerId)).text, t('Text copied'));
    case 'copyForChat': {
      const copied = await drawer(message.drawerId);
      return copy(chatBlock(copied, await to.commitOf(copied)), t('Copied for chat'));
    }
    case 'copyMarkdown': {
      const commit = await to.commitOf(await drawer(message.drawerId));
      return copy(`${message.heading}${atCommit(commit)}\n\n${message.block}`, t('Copied'));
    }
    case 'copyText':
      return copy(message.text, t('Copied'));
  }
};

const pin = async (
  { drawerId, pinned }: Extract<DrawerMessage, { readonly type: 'pinDrawer' }>,
  { palace, post, localiser: { t } }: DrawerMessageDependencies,
): Promise<void> => {
  await (await palace()).update({ drawer_ids: [drawerId], whole_notes: true, pinned });
  post({ type: 'pinned', drawerId, pinned });
  post({ type: 'announce', text: pinned ? t('Pinned') : t('Unpinned') });
};
