import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { HostMessage, InspectorCommand } from '../../protocol/inspectorMessages.ts';
import type { InspectorNavigation } from '../../protocol/inspectorNavigation.ts';
import type { Localiser } from '../platform/localiser.ts';
import type { SearchHistory } from '../search/searchHistory.ts';
import type { ReadSource } from '../source/hitFreshness.ts';
import type { SaveChart } from './chartDialog.ts';
import type { PacketFiles } from './sideQueries.ts';

/** What an inspector's session needs of the editor. */
export interface InspectorDependencies {
  readonly post: (message: HostMessage) => void;
  /** The palace's calls; null while the workspace has no palace. */
  readonly api: () => Promise<PalaceApi | null>;
  readonly workspace: () => string | null;
  readonly settings: () => { readonly profile: string; readonly results: number; readonly explain: boolean };
  readonly navigation: { read(): unknown; save(navigation: InspectorNavigation): void };
  readonly readSource: ReadSource;
  readonly openSource: (
    drawerId: string,
    how: { readonly toSide: boolean; readonly terms: readonly string[] },
  ) => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  /** The commit that a drawer's repository is at; null if none is known. Never rejects. */
  readonly commitOf: (drawer: DrawerView) => Promise<string | null>;
  readonly runCommand: (command: InspectorCommand) => Promise<void>;
  /** Lists what erasing the drawer would remove, asks, and erases it for good. */
  readonly erase: (drawerId: string) => Promise<void>;
  /** Those that are offered now. */
  readonly commands: () => readonly InspectorCommand[];
  readonly packets: PacketFiles;
  readonly saveChart: SaveChart;
  /** The workspace's searches, which other parts of the editor make and change, too. */
  readonly searches: Pick<SearchHistory, 'read' | 'add' | 'star' | 'onChange'>;
  /** Drawers were archived or came back. */
  readonly changed: () => void;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
  readonly localiser: Localiser;
}
