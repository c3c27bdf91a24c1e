import type * as vscode from 'vscode';
import type { ReplayPacket, SearchResult } from '../../../palace/contract/search/searchResult.ts';
import { packetDialogs } from '../../inspector/packetDialogs.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

interface ReplayCommandDependencies extends CommandDependencies {
  /** Shows the recorded result in the inspector. */
  readonly show: (packet: ReplayPacket, result: SearchResult) => Promise<void>;
}

/** `openReplay`: computes a recorded search again and shows it in the inspector, marked as recorded. */
export const registerReplayCommand = (dependencies: ReplayCommandDependencies): vscode.Disposable =>
  registerCommands({ openReplay: () => openReplay(dependencies) }, dependencies);

const openReplay = async ({ session, localiser, show }: ReplayCommandDependencies): Promise<void> => {
  if (!(await requirePalace(session, localiser))) return;
  const file = await packetDialogs(localiser).open();
  if (file === null) return;
  const { readReplayPacket } = await import('../../inspector/replayFile.ts');
  const packet = readReplayPacket(file.text, file.name);
  const result = await (await session.api()).replay({ packet });
  const recorded = localiser.t(
    'Replayed from “{0}”, recorded on {1}: what the palace held then. Search again for what it holds now, and see the Compare tab.',
    file.name,
    localiser.date(packet.recorded_at),
  );
  await show(packet, { ...result, warnings: [recorded, ...result.warnings] });
};
