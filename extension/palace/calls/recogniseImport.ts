import { stat } from 'node:fs/promises';
import { encodingOf } from '../filing/asUtf8.ts';
import { findOrigin } from '../transfer/reading/importFormat.ts';
import { zippedPalace } from '../transfer/reading/zippedPalace.ts';
import { unreadableFile } from '../transfer/record/importLines.ts';
import { detectFormat, sniffBytes } from '../mining/conversations/reading/detectFormat.ts';
import { nodeFileAccess } from '../mining/fileAccess.ts';
import type { ImportKind } from '../contract/filing/conversationSchemas.ts';

/**
 * Detects from its content what a file or folder is to be imported as. Throws E_IMPORT_FORMAT if it can't be read, or is an
 * export of a later version.
 */
export const recogniseImport = async (path: string): Promise<ImportKind> => {
  const unreadable = (error: unknown): never => {
    throw unreadableFile(error, path);
  };
  const startOf = (bytes: number): Promise<Uint8Array> => nodeFileAccess.readStart(path, bytes).catch(unreadable);
  const found = await stat(path).catch(unreadable);
  if (!found.isDirectory()) {
    const zipped = await zippedPalace(path);
    if (zipped !== null) return zipped.layout;
    const detected = detectFormat(await startOf(Math.min(sniffBytes, found.size)));
    if (detected !== null && detected.format !== 'drawers' && detected.format !== 'markdown')
      return 'conversations';
  }
  const origin = await findOrigin(path, 'auto');
  if (origin === undefined) return found.isDirectory() ? 'conversations' : 'unknown';
  // Any text may be a transcript, whatever its extension. A file of drawers begins with an object.
  if (origin.format !== 'drawers' || found.isDirectory()) return origin.format;
  const start = await startOf(64);
  return /^\s*\{/.test(new TextDecoder(encodingOf(start)).decode(start)) ? 'drawers' : 'unknown';
};
