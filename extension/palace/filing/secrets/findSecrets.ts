import type { SecretFinding } from '../../store/queries/annotations.ts';
import { assignedSecrets } from './assignments.ts';
import { configSecrets } from './configFiles.ts';
import { authorizationHeaders } from './headers.ts';
import { keyBlocks, otherKeys } from './keyBlocks.ts';
import { formedTokens, prefixedTokens } from './tokens.ts';
import { urlPasswords } from './urlPasswords.ts';

export interface SecretContext {
  /** Of the source, `/` between its parts: some files' forms are theirs alone. */
  readonly path?: string | null;
}

/**
 * Where secrets stand in a text: private keys, tokens by their form, passwords in URLs and headers, values of settings
 * whose name says so and that look drawn by chance. Placeholders, references, hashes, identifiers and documented samples
 * are none. Findings do not overlap and come in the text's order. Takes time linear in the text's length.
 */
export const findSecrets = (text: string, { path }: SecretContext = {}): SecretFinding[] => {
  const place = path ?? '';
  // The more telling rules first: of two that find the same place, the first names it.
  return joinedFindings([
    ...(text.includes('PRIVATE KEY') ? keyBlocks(text) : []),
    ...otherKeys(text),
    ...prefixedTokens(text),
    ...formedTokens(text),
    ...(text.includes('://') ? urlPasswords(text) : []),
    ...configSecrets(text, place),
    ...authorizationHeaders(text),
    ...assignedSecrets(text, place),
  ]);
};

/** Joins findings that overlap; each keeps the name of the first rule that found a part of it. */
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
