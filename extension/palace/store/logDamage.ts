/**
 * Distinguishes a write-ahead log that a crash cut short, which is sound up to the cut, from one in which committed
 * data has changed. SQLite makes no such distinction: it silently ignores everything from the first frame with a
 * wrong checksum. But each commit is synced before the next begins, so a crash can explain a bad frame only if no
 * later transaction follows the frame's own. Layout and checksums: sqlite.org/fileformat2.html#walformat.
 */

const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = { littleEndian: 0x377f0682, bigEndian: 0x377f0683 } as const;

type Checksum = readonly [number, number];

interface Frame {
  readonly salt: readonly [number, number];
  /** True for a transaction's last frame. */
  readonly commits: boolean;
  readonly stored: Checksum;
}

/**
 * The number (from 0) of the first frame lost to damage, where a later transaction follows it; `undefined` for a
 * sound log. `log` is the complete file, `pageBytes` the database's page size.
 */
export const damagedFrame = (log: Buffer, pageBytes: number): number | undefined => {
  const frameBytes = frameHeaderBytes + pageBytes;
  const frames = Math.floor((log.length - headerBytes) / frameBytes);
  if (frames < 2) return undefined;
  const headerChecksum: Checksum = [log.readUInt32BE(24), log.readUInt32BE(28)];
  const headerIsSound = Object.values(magic).some(
    (known) =>
      log.readUInt32BE(0) === known &&
      equal(checksum(log, 0, 24, [0, 0], known === magic.littleEndian), headerChecksum),
  );
  // SQLite's WebAssembly module writes little-endian checksums; big-endian ones come from elsewhere.
  const littleEndian = !headerIsSound || log.readUInt32BE(0) === magic.littleEndian;
  const salt = [log.readUInt32BE(16), log.readUInt32BE(20)] as const;
  const frameAt = (index: number): Frame => {
    const at = headerBytes + index * frameBytes;
    return {
      commits: log.readUInt32BE(at + 4) !== 0,
      salt: [log.readUInt32BE(at + 8), log.readUInt32BE(at + 12)],
      stored: [log.readUInt32BE(at + 16), log.readUInt32BE(at + 20)],
    };
  };
  /** The checksum that the frame should have, given the checksum of the frame before it. */
  const expected = (index: number, before: Checksum): Checksum => {
    const at = headerBytes + index * frameBytes;
    return checksum(
      log,
      at + frameHeaderBytes,
      pageBytes,
      checksum(log, at, 8, before, littleEndian),
      littleEndian,
    );
  };
  const follows = (index: number, before: Checksum): boolean =>
    equal(expected(index, before), frameAt(index).stored);

  // Frames from an earlier round of the log have other salts. A damaged header is assumed to keep one of its two
  // salts.
  const isOfThisRound = ({ salt: own }: Frame): boolean =>
    headerIsSound ? equal(own, salt) : own[0] === salt[0] || own[1] === salt[1];

  let bad = 0;
  let before = headerChecksum;
  while (headerIsSound && bad < frames && isOfThisRound(frameAt(bad)) && follows(bad, before)) {
    before = frameAt(bad).stored;
    bad++;
  }
  for (let index = bad; index + 1 < frames; index++) {
    const frame = frameAt(index);
    const next = frameAt(index + 1);
    // If the damage is in the frame's own checksum, the next frame follows from the checksum that it should have.
    const continues =
      follows(index + 1, frame.stored) || (index === bad && follows(index + 1, expected(index, before)));
    if (frame.commits && isOfThisRound(next) && continues) return bad;
  }
  return undefined;
};

const equal = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] === b[0] && a[1] === b[1];

const checksum = (log: Buffer, from: number, length: number, seed: Checksum, littleEndian: boolean): Checksum => {
  let [a, b] = seed;
  for (let at = from; at < from + length; at += 8) {
    a = (a + (littleEndian ? log.readUInt32LE(at) : log.readUInt32BE(at)) + b) >>> 0;
    b = (b + (littleEndian ? log.readUInt32LE(at + 4) : log.readUInt32BE(at + 4)) + a) >>> 0;
  }
  return [a, b];
};
