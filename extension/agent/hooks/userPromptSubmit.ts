import { indented } from '../../base/text/indented.ts';
import { printableName } from '../../base/text/printable.ts';
import { placeInSource } from '../../palace/model/source/sourcePlace.ts';
import type { SearchHit } from '../../palace/contract/search/searchResult.ts';
import { tokensOf } from '../../palace/model/text/tokenBudget.ts';
import { quoteData } from '../quoting/quotedData.ts';
import { cutText, shareOf } from '../quoting/tokenBudget.ts';
import { contextAnswer, quietAnswer } from './hookAnswer.ts';
import { promptQuery } from './promptQuery.ts';
import type { Hook } from './runHook.ts';

/** Limits of one recall. */
const most = { drawers: 4, tokens: 800 } as const;
/** Minimum cosine at which a drawer counts as relevant to a prompt. Chosen by measurement: docs/hooks.md. */
export const relevanceFloor = 0.5;

/** Runs when a person sends a prompt: gives the agent the relevant drawers as quoted data, or nothing. */
export const userPromptSubmit: Hook = {
  event: 'user-prompt-submit',
  isWanted: ({ prompt }) => promptQuery(prompt) !== null,
  run: async ({ payload: { prompt, session_id: session }, connection: { api }, signal }) => {
    const query = promptQuery(prompt);
    if (query === null) return quietAnswer('user-prompt-submit');
    // A dry run: a prompt is not a search that the person made, so it is not recorded as one.
    const { results } = await api.search(
      { query, k: most.drawers * 2, explain: true, dry_run: true, links: false },
      { signal },
    );
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
      `Possibly useful here, from this workspace's memory (Synapse Palace). ${notice}\n${texts.join('\n')}`,
    );
  },
};

/** The relevant hits, best first, that fit into the budget. Sensitive and archived drawers are excluded. */
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
  const place = file === null ? `${wing}/${room}` : `${file}${placeInSource(file, lines)}`;
  // A name may hold line breaks.
  const head = printableName(`- [${type}, ${filed.slice(0, 10)}, ${place}, ${id}]`);
  return `${head}\n${indented(cutText(text.trim(), shareOf(most.tokens, most.drawers), id).text)}`;
};
