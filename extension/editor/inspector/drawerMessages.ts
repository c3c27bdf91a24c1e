import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { HostMessage, InspectorMessage } from '../../protocol/inspectorMessages.ts';
import { atCommit, chatBlock } from '../chat/chatBlock.ts';
import type { InspectorDependencies } from './inspectorDependencies.ts';

export interface DrawerMessagesDependencies extends Pick<
  InspectorDependencies,
  'commitOf' | 'copy' | 'erase' | 'localiser' | 'openSource'
> {
  readonly post: (message: HostMessage) => void;
  /** Rejects with E_PALACE_NOT_FOUND if there is none. */
  readonly palace: () => Promise<PalaceApi>;
}

/** A message that asks for something to be done with one drawer or its text. */
export type DrawerMessage = Extract<
  InspectorMessage,
  {
    readonly type:
      'openSource' | 'pinDrawer' | 'eraseDrawer' | 'copyDrawer' | 'copyForChat' | 'copyMarkdown' | 'copyText';
  }
>;

/** Opens, pins, erases and copies drawers, and has the webview announce what was done. */
export class InspectorDrawers {
  readonly #to: DrawerMessagesDependencies;

  constructor(dependencies: DrawerMessagesDependencies) {
    this.#to = dependencies;
  }

  async answer(message: DrawerMessage): Promise<void> {
    const { t } = this.#to.localiser;
    switch (message.type) {
      case 'openSource':
        return this.#to.openSource(message.drawerId, { toSide: message.toSide, terms: message.terms });
      case 'pinDrawer':
        return this.#pin(message.drawerId, message.pinned);
      case 'eraseDrawer':
        return this.#to.erase(message.drawerId);
      case 'copyDrawer':
        return this.#copy((await this.#drawer(message.drawerId)).text, t('Text copied'));
      case 'copyForChat': {
        const drawer = await this.#drawer(message.drawerId);
        return this.#copy(chatBlock(drawer, await this.#to.commitOf(drawer)), t('Copied for chat'));
      }
      case 'copyMarkdown': {
        const commit = await this.#to.commitOf(await this.#drawer(message.drawerId));
        return this.#copy(`${message.heading}${atCommit(commit)}\n\n${message.block}`, t('Copied'));
      }
      case 'copyText':
        return this.#copy(message.text, t('Copied'));
    }
  }

  async #drawer(drawerId: string): Promise<DrawerView> {
    return (await this.#to.palace()).show({ drawer_id: drawerId });
  }

  async #pin(drawerId: string, pinned: boolean): Promise<void> {
    const { t } = this.#to.localiser;
    await (await this.#to.palace()).update({ drawer_ids: [drawerId], pinned });
    this.#to.post({ type: 'pinned', drawerId, pinned });
    this.#to.post({ type: 'announce', text: pinned ? t('Pinned') : t('Unpinned') });
  }

  async #copy(text: string, announcement: string): Promise<void> {
    await this.#to.copy(text);
    this.#to.post({ type: 'announce', text: announcement });
  }
}
