import { unicodeText } from '../../base/text/unicodeText.ts';
import { documentKindOf } from '../../palace/model/source/documentKinds.ts';
import type { SourceFreshness } from '../../protocol/inspectorMessages.ts';

export interface FreshnessInput {
  readonly drawer_id: string;
  /** The repository's name for a commit, which never changes and needs no comparison. */
  readonly type?: string;
  /** The linked palace that it lives in: its files are not this workspace's. */
  readonly palace?: string | undefined;
  readonly source_file: string | null;
  readonly text: string;
}

/** Returns a source's bytes, or null if the file no longer exists. */
export type ReadSource = (sourceFile: string) => Promise<Uint8Array | null>;

const unixLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * Whether each drawer's source still holds its text word for word. Reported for each source as soon as it has been
 * read, so that no source delays another; ends early when the signal is aborted.
 */
export const tellFreshness = async (
  drawers: readonly FreshnessInput[],
  read: ReadSource,
  tell: (states: readonly { readonly drawerId: string; readonly freshness: SourceFreshness }[]) => void,
  signal: AbortSignal,
): Promise<void> => {
  const bySource = new Map<string | null, FreshnessInput[]>();
  for (const drawer of drawers) {
    const file = drawer.type === 'git_commit' || drawer.palace !== undefined ? null : drawer.source_file;
    bySource.set(file, [...(bySource.get(file) ?? []), drawer]);
  }
  for (const [sourceFile, held] of bySource) {
    const bytes = sourceFile === null ? undefined : await read(sourceFile);
    if (signal.aborted) return;
    const today = bytes === undefined || bytes === null ? null : unixLines(unicodeText(bytes));
    tell(
      held.map(({ drawer_id: drawerId, text }) => ({
        drawerId,
        freshness:
          sourceFile === null
            ? 'noFile'
            : today === null
              ? 'missing'
              : documentKindOf(sourceFile) !== null
                ? // Its text is not in its bytes as it stands.
                  'noFile'
                : today.includes(unixLines(text))
                  ? 'unchanged'
                  : 'changed',
      })),
    );
  }
};
