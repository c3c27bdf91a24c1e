import type { Drawer, NewDrawer } from '../../model/drawer/drawer.ts';
import type { DrawerId } from '../../model/drawer/ids.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import type { WriteTransaction } from '../../store/palaceStore.ts';
import type { DrawerPatch } from '../../store/queries/drawerPatch.ts';
import { findSecrets, type SecretContext } from './findSecrets.ts';
import { secretsByPiece } from './secretsOfPieces.ts';

/** Property of a drawer that a person has marked as sensitive or not sensitive. Screening does not change that mark. */
export const reviewedProperty = 'sensitive_reviewed';

interface ScreeningContext extends SecretContext {
  /** Findings from a search of the complete source. If absent, the drawers' texts are searched. */
  readonly findings?: ReadonlyMap<DrawerId, readonly SecretFinding[]>;
  /** Drawers whose mark was set by a person and stays. */
  readonly reviewed?: ReadonlySet<DrawerId>;
}

/**
 * The only way to file drawers: inserts them, marks those that contain a secret as sensitive and records where the
 * secrets are. Consecutive pieces of one text are searched as one text. Returns the rowids, in order.
 */
export const screenedInsert = (
  transaction: WriteTransaction,
  drawers: readonly NewDrawer[],
  context: ScreeningContext = {},
): number[] => {
  const findings = context.findings ?? findSecretsOfDrawers(drawers, context);
  const secretsOf = (drawer: NewDrawer): readonly SecretFinding[] => findings.get(drawer.id) ?? [];
  const rowids = transaction.insertDrawers(
    drawers.map((drawer) =>
      secretsOf(drawer).length > 0 && context.reviewed?.has(drawer.id) !== true
        ? { ...drawer, sensitive: true }
        : drawer,
    ),
  );
  for (const drawer of drawers)
    if (secretsOf(drawer).length > 0) transaction.putFindings(drawer.id, secretsOf(drawer));
  return rowids;
};

/**
 * Records the findings of a drawer that was filed before, and returns the patch for its mark: sensitive if a secret is
 * found, not sensitive if an earlier finding is gone. A mark set by a person stays.
 */
export const rescreened = (
  transaction: WriteTransaction,
  drawer: Drawer,
  findings: readonly SecretFinding[],
): DrawerPatch[] => {
  if (findings.length === 0 && !drawer.sensitive) return [];
  const before = transaction.read.findingsOf(drawer.id);
  if (!isSame(before, findings)) transaction.putFindings(drawer.id, findings);
  const isSecret = findings.length > 0;
  if (isSecret === drawer.sensitive || (!isSecret && before.length === 0)) return [];
  return reviewedProperty in transaction.read.propertiesOf(drawer.id)
    ? []
    : [{ rowid: drawer.rowid, sensitive: isSecret }];
};

/** A drawer to be filed, or a filed one, which knows its source's path. */
type Screenable = NewDrawer & { readonly sourceFile?: string | null };

/** Findings by drawer ID. Drawers without a secret are left out. */
export const findSecretsOfDrawers = (
  drawers: readonly Screenable[],
  context: SecretContext = {},
): Map<DrawerId, readonly SecretFinding[]> => {
  const found = new Map<DrawerId, readonly SecretFinding[]>();
  for (const run of runsOf(drawers)) {
    let end = 0;
    const pieces = run.map(({ text }) => ({ start: end, end: (end += text.length) }));
    const findings = findSecrets(run.map(({ text }) => text).join(''), {
      path: context.path ?? run[0]?.sourceFile,
    });
    if (findings.length === 0) continue;
    secretsByPiece(pieces, findings).forEach((inside, index) => {
      const drawer = run[index];
      if (drawer !== undefined && inside.length > 0) found.set(drawer.id, inside);
    });
  }
  return found;
};

/** Groups drawers that are consecutive pieces of one text. */
const runsOf = (drawers: readonly Screenable[]): Screenable[][] => {
  const runs: Screenable[][] = [];
  for (const drawer of drawers) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && continues(last, drawer)) runs.at(-1)?.push(drawer);
    else runs.push([drawer]);
  }
  return runs;
};

const continues = (before: NewDrawer, next: NewDrawer): boolean =>
  before.sourceId !== null &&
  before.sourceId === next.sourceId &&
  (before.span !== null && next.span !== null
    ? before.span.end === next.span.start
    : before.exchange !== null &&
      before.exchange === next.exchange &&
      before.part !== null &&
      next.part === before.part + 1);

const isSame = (a: readonly SecretFinding[], b: readonly SecretFinding[]): boolean =>
  a.length === b.length &&
  a.every(
    (finding, index) =>
      finding.rule === b[index]?.rule && finding.start === b[index].start && finding.end === b[index].end,
  );
