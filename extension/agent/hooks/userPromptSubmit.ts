import type { SearchHit } from '../../palace/contract/searchResult.ts';
import { tokensOf } from '../../palace/model/tokenBudget.ts';
import { quoteData } from '../quoting/quotedData.ts';
import { cutText, shareOf } from '../quoting/tokenBudget.ts';
import { contextAnswer, quietAnswer } from './hookAnswer.ts';
import { promptQuery } from './promptQuery.ts';
import type { Hook } from './runHook.ts';

/** What a recall gives at most. */
const most = { drawers: 4, tokens: 800 } as const;
/** Cosine from which a drawer bears on a prompt. Chosen by measuring: docs/hooks.md. */
export const relevanceFloor = 0.5;

/** When a person asks something: gives the agent what of the memory bears on it, as quoted data, or nothing at all. */
export const userPromptSubmit: Hook = {
  event: 'user-prompt-submit',
  isWanted: ({ prompt }) => promptQuery(prompt) !== null,
  run: async ({ payload: { prompt, session_id: session }, connection: { api }, signal }) => {
    const query = promptQuery(prompt);
    if (query === null) return quietAnswer('user-prompt-submit');
    // A dry run: what is asked of an agent is no search of the person's, and leaves no trace.
    const { results } = await api.search({ query, k: most.drawers * 2, explain: true, dry_run: true }, { signal });
    const given = recalled(results);
    if (given.length === 0) return quietAnswer('user-prompt-submit');
    if (session !== undefined)
      await api
        .recordAccess({
          drawer_ids: given.map(({ hit }) => hit.drawer_id),
          session_id: session,
          kind: 'returned_to_agent',
        })
        .catch(() => undefined);
    const { notice, texts } = quoteData([given.map(({ block }) => block).join('\n')]);
    return contextAnswer(
      'user-prompt-submit',
      `From this workspace's memory (Synapse Palace), perhaps of use here. ${notice}\n${texts.join('\n')}`,
    );
  },
};

/** What bears on the prompt, best first, as far as the budget holds. Neither sensitive nor archived drawers. */
const recalled = (hits: readonly SearchHit[]): readonly { readonly hit: SearchHit; readonly block: string }[] => {
  let room: number = most.tokens;
  return hits
    .filter((hit) => !hit.sensitive && !hit.archived && (hit.cosine_similarity ?? 0) >= relevanceFloor)
    .slice(0, most.drawers)
    .flatMap((hit) => {
      const block = blockOf(hit);
      if (tokensOf(block) > room) return [];
      room -= tokensOf(block);
      return [{ hit, block }];
    });
};

const blockOf = ({
  type,
  filed_at: filed,
  source_file: file,
  lines,
  wing,
  room,
  drawer_id: id,
  text,
}: SearchHit): string => {
  const place =
    file === null ? `${wing}/${room}` : `${file}${lines === null ? '' : `:${lines.start}-${lines.end}`}`;
  return `- [${type}, ${filed.slice(0, 10)}, ${place}, ${id}]\n${cutText(text.trim(), shareOf(most.tokens, most.drawers), id).text.replace(/^/gm, '  ')}`;
};
