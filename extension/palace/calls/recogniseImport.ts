import { stat } from 'node:fs/promises';
import { encodingOf } from '../filing/asUtf8.ts';
import { findOrigin } from '../transfer/reading/importFormat.ts';
import { zippedPalace } from '../transfer/reading/zippedPalace.ts';
import { unreadableFile } from '../transfer/record/importLines.ts';
import { findConversationFiles } from '../mining/conversations/conversationFiles.ts';
import { formatOfFile } from '../mining/conversations/reading/formatOfFile.ts';
import { nodeFileAccess } from '../mining/fileAccess.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import type { ConversationFormat, RecognisedImport } from '../contract/filing/conversationSchemas.ts';

/**
 * Detects from its content what a file or folder is to be imported as. A folder is `unknown` unless it holds something that only
 * conversations or drawers look like. Throws E_IMPORT_FORMAT if it can't be read, or is an export of a later version, and E_CANCELLED.
 */
export const recogniseImport = async (path: string, signal?: AbortSignal): Promise<RecognisedImport> => {
  const unreadable = (error: unknown): never => {
    throw unreadableFile(error, path);
  };
  const found = await stat(path).catch(unreadable);
  if (!found.isDirectory()) {
    const zipped = await zippedPalace(path);
    if (zipped !== null) return { kind: zipped.layout };
    const detected = await formatOfFile(nodeFileAccess, path, found.size).catch(unreadable);
    if (detected !== null && detected.format !== 'drawers' && detected.format !== 'markdown')
      return conversationsOf(detected.format);
  }
  const origin = await findOrigin(path, 'auto');
  if (origin === undefined) return (found.isDirectory() ? await conversationsIn(path, signal) : null) ?? unknown;
  // Any text may be a transcript, whatever its extension. A file of drawers begins with an object.
  if (origin.format !== 'drawers' || found.isDirectory()) return { kind: origin.format };
  const start = await nodeFileAccess.readStart(path, 64).catch(unreadable);
  return /^\s*\{/.test(new TextDecoder(encodingOf(start)).decode(start)) ? { kind: 'drawers' } : unknown;
};

const unknown: RecognisedImport = { kind: 'unknown' };

/** Looks at the beginnings of the files below a folder up to the first one that is recognised: there may be gigabytes of them. */
const conversationsIn = async (
  folder: string,
  signal: AbortSignal | undefined,
): Promise<RecognisedImport | null> => {
  const pause = async (): Promise<void> => stopIfAborted(signal, 'The import was cancelled.');
  const { files } = await findConversationFiles(nodeFileAccess, [folder], pause, { mayBeSlack: true });
  for (const { path, slackExport } of files) {
    await pause();
    if (slackExport !== null) return conversationsOf('slack');
    const detected = await stat(path)
      .then(({ size }) => formatOfFile(nodeFileAccess, path, size))
      .catch(() => null);
    // Any text may be a transcript.
    if (detected === null || detected.format === 'markdown') continue;
    return detected.format === 'drawers' ? { kind: 'conversations' } : conversationsOf(detected.format);
  }
  return null;
};

const conversationsOf = (format: ConversationFormat): RecognisedImport => ({ kind: 'conversations', format });
