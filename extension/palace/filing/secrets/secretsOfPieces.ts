import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DrawerId } from '../../model/drawer/ids.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import { findSecrets, joinedFindings, type SecretContext } from './findSecrets.ts';
import type { TextRange } from '../../model/text/textRange.ts';

/** Characters searched at once, which takes a few milliseconds. */
const slice = 128 * 1024;
/** Overlap of neighbouring slices, longer than any secret. */
const overlap = 20 * 1024;

/** Same as {@link findSecrets}, but lets other work run after each part of a long text. */
export const findSecretsInSlices = async (text: string, context: SecretContext): Promise<SecretFinding[]> => {
  if (text.length <= slice + overlap) return findSecrets(text, context);
  const found: SecretFinding[] = [];
  for (let from = 0; from < text.length; from += slice) {
    const start = lineStart(text, Math.max(0, from - overlap));
    found.push(
      ...findSecrets(text.slice(start, from + slice), context).map((finding) => ({
        ...finding,
        start: finding.start + start,
        end: finding.end + start,
      })),
    );
    await nextTurn();
  }
  return joinedFindings(found);
};

/**
 * The findings of those drawers whose texts are long, by ID, empty ones included. They are searched before their
 * transaction begins, which nothing can interrupt.
 */
export const findSecretsOfLongTexts = async (
  drawers: readonly { readonly id: DrawerId; readonly text: string }[],
): Promise<Map<DrawerId, readonly SecretFinding[]>> => {
  const found = new Map<DrawerId, readonly SecretFinding[]>();
  for (const { id, text } of drawers) if (text.length > slice) found.set(id, await findSecretsInSlices(text, {}));
  return found;
};

/** Start of the line that contains the offset, if at most 1000 characters before it; else the offset. */
const lineStart = (text: string, offset: number): number => {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return offset - start <= 1000 ? start : offset;
};

/**
 * Splits the findings of a text among its pieces, which are in order and do not overlap. A secret that a cut divides is
 * a finding in both pieces.
 */
export const secretsByPiece = (
  pieces: readonly TextRange[],
  findings: readonly SecretFinding[],
): SecretFinding[][] => {
  let first = 0;
  return pieces.map((piece) => {
    while ((findings[first]?.end ?? Infinity) <= piece.start) first++;
    const inside: SecretFinding[] = [];
    for (let index = first; index < findings.length; index++) {
      const finding = findings[index];
      if (finding === undefined || finding.start >= piece.end) break;
      inside.push({
        rule: finding.rule,
        start: Math.max(finding.start, piece.start) - piece.start,
        end: Math.min(finding.end, piece.end) - piece.start,
      });
    }
    return inside;
  });
};
