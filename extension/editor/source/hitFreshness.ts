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

/** Returns a source's bytes, or null if the file no longer exists. Rejects if it exists but can't be read. */
export type ReadSource = (sourceFile: string) => Promise<Uint8Array | null>;

export interface FreshnessListener {
  /** The drawers of a source, as soon as it has been read. */
  readonly tell: (states: readonly { readonly drawerId: string; readonly freshness: SourceFreshness }[]) => void;
  /** A source that can't be read: of its drawers nothing is told. */
  readonly unread: (sourceFile: string, thrown: unknown) => void;
}

const unixLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Whether each drawer's source still holds its text word for word, source by source; ends early when the signal is aborted. */
export const tellFreshness = async (
  drawers: readonly FreshnessInput[],
  read: ReadSource,
  { tell, unread }: FreshnessListener,
  signal: AbortSignal,
): Promise<void> => {
  const bySource = new Map<string | null, FreshnessInput[]>();
  for (const drawer of drawers) {
    const file = drawer.type === 'git_commit' || drawer.palace !== undefined ? null : drawer.source_file;
    bySource.set(file, [...(bySource.get(file) ?? []), drawer]);
  }
  for (const [sourceFile, held] of bySource) {
    const freshness =
      sourceFile === null
        ? () => 'noFile' as const
        : await freshnessIn(sourceFile, read).catch((thrown: unknown) => {
            unread(sourceFile, thrown);
            return null;
          });
    if (signal.aborted) return;
    if (freshness !== null)
      tell(held.map(({ drawer_id: drawerId, text }) => ({ drawerId, freshness: freshness(text) })));
  }
};

/** How a text of a file stands to the file as it is now. */
const freshnessIn = async (file: string, read: ReadSource): Promise<(text: string) => SourceFreshness> => {
  const bytes = await read(file);
  if (bytes === null) return () => 'missing';
  // Its text is not in its bytes as it stands.
  if (documentKindOf(file) !== null) return () => 'noFile';
  const today = unixLines(unicodeText(bytes));
  return (text) => (today.includes(unixLines(text)) ? 'unchanged' : 'changed');
};
