import type { SecretFinding } from '../../store/queries/annotations.ts';
import { assignedSecrets } from './assignments.ts';
import { commandLinePasswords } from './commandLines.ts';
import { configSecrets } from './configFiles.ts';
import { authorizationHeaders } from './headers.ts';
import { keyBlocks, otherKeys } from './keyBlocks.ts';
import { formedTokens, prefixedTokens } from './tokens.ts';
import { urlPasswords } from './urlPasswords.ts';

export interface SecretContext {
  /** Path of the source, separated by `/`. Some formats occur only in certain files. */
  readonly path?: string | null;
}

/**
 * Finds the secrets in a text: private keys, tokens with a known format, passwords in URLs and headers, and
 * random-looking values of settings whose name says secret. Placeholders, references, hashes, identifiers and
 * documented samples do not count. Findings do not overlap and are in text order. Takes time linear in the text's
 * length.
 */
export const findSecrets = (text: string, { path }: SecretContext = {}): SecretFinding[] => {
  const place = path ?? '';
  // More specific rules come first: if two find the same place, the first one names it.
  return joinedFindings([
    ...(text.includes('PRIVATE KEY') ? keyBlocks(text) : []),
    ...otherKeys(text),
    ...prefixedTokens(text),
    ...formedTokens(text),
    ...(text.includes('://') ? urlPasswords(text) : []),
    ...configSecrets(text, place),
    ...commandLinePasswords(text),
    ...authorizationHeaders(text),
    ...assignedSecrets(text, place),
  ]);
};

/** Joins overlapping findings. A joined finding is named after the first rule that found a part of it. */
export const joinedFindings = (findings: readonly SecretFinding[]): SecretFinding[] => {
  const ranked = findings
    .map((finding, rank) => ({ ...finding, rank }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const joined: { rule: string; start: number; end: number; rank: number }[] = [];
  for (const finding of ranked) {
    const last = joined.at(-1);
    if (last === undefined || finding.start >= last.end) {
      joined.push({ ...finding });
      continue;
    }
    last.end = Math.max(last.end, finding.end);
    if (finding.rank < last.rank) [last.rule, last.rank] = [finding.rule, finding.rank];
  }
  return joined.map(({ rule, start, end }) => ({ rule, start, end }));
};
