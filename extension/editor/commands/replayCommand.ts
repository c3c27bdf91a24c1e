import type * as vscode from 'vscode';
import type { ReplayPacket, SearchResult } from '../../palace/contract/searchResult.ts';
import { packetDialogs } from '../inspector/packetDialogs.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface ReplayCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  /** Shows the recorded result in the inspector. */
  readonly show: (packet: ReplayPacket, result: SearchResult) => Promise<void>;
}

/** `openReplay`: computes a recorded search again and shows it in the inspector, marked as recorded. */
export const registerReplayCommand = ({
  session,
  localiser,
  log,
  show,
}: ReplayCommandDependencies): vscode.Disposable =>
  registerCommand(
    'openReplay',
    async () => {
      if (!(await havePalace(session, localiser))) return;
      const file = await packetDialogs(localiser).open();
      if (file === null) return;
      const { readReplayPacket } = await import('../inspector/replayFile.ts');
      const packet = readReplayPacket(file.text, file.name);
      const result = await (await session.api()).replay({ packet });
      const recorded = localiser.t(
        'Replayed from “{0}”, recorded on {1}: what the palace held then. Search again for what it holds now, and see the Compare tab.',
        file.name,
        localiser.date(packet.recorded_at),
      );
      await show(packet, { ...result, warnings: [recorded, ...result.warnings] });
    },
    { log, localiser },
  );
