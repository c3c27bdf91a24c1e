import type { ErasedPassage } from '../../model/drawer/erasedPassage.ts';
import type { IsoTime, SourceId } from '../../model/drawer/ids.ts';
import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';

/** What was erased for good and must not be filed again from its source. The texts themselves are not kept. */
export interface RefusalQueries {
  /** Whether a text of this hash was erased from its source for good. */
  isErased(hash: string): boolean;
  /** What was erased from a source for good. */
  erasedFrom(source: SourceId): ErasedPassage[];
}

export interface RefusalWrites {
  /** Texts with these hashes are never filed again from a source. */
  refuseTexts(hashes: readonly string[], at: IsoTime): void;
  /** These passages are never filed again from the source, wherever it has them. */
  refusePassages(source: SourceId, passages: readonly ErasedPassage[]): void;
}

/** Prefix of a hash in `meta`. */
const erasedKey = 'erased:';
/** Prefix, in `meta`, of the hashes of what was erased from a source; their values are lengths and sums. */
const erasedFromKey = (source: SourceId): string => `erased_from:${source}:`;
const sha256 = /^[0-9a-f]{64}$/;

export const refusalQueries = (database: () => SqlDatabase): RefusalQueries => ({
  isErased: (hash) =>
    database()
      .statement('SELECT 1 FROM meta WHERE key = ?')
      .first(() => true, erasedKey + hash) === true,
  erasedFrom: (source) => {
    const prefix = erasedFromKey(source);
    return (
      database()
        .statement('SELECT key, value FROM meta WHERE key > ? AND key < ?')
        .all(
          (row) => {
            const [length = NaN, sum = NaN] = row.text(1).split(' ').map(Number);
            return { hash: row.text(0).slice(prefix.length), length, sum };
          },
          prefix,
          `${prefix}\uffff`,
        )
        // An imported source's ID may be the beginning of another's.
        .filter(({ hash, length }) => sha256.test(hash) && Number.isSafeInteger(length))
    );
  },
});

export const refusalWrites = (run: RunStatement): RefusalWrites => {
  const put = (key: string, value: string): void =>
    void run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  return {
    refuseTexts: (hashes, at) => {
      for (const hash of hashes) put(erasedKey + hash, at);
    },
    refusePassages: (source, passages) => {
      for (const { hash, length, sum } of passages) put(erasedFromKey(source) + hash, `${length} ${sum}`);
    },
  };
};
