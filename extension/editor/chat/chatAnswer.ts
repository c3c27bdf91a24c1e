import { messageOf } from '../../base/text/messageOf.ts';
import type { SearchHit, SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { conditionsAsText } from '../../palace/model/query/queryEdits.ts';
import { statusRows } from '../status/statusRows.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerLink, drawerList, plainMarkdown, withoutImages } from './chatMarkdown.ts';
import type { ChatModel, ChatOutput, ChatQuestion } from './chatOutput.ts';
import { chatPrompt, citedNumbers } from './chatPrompt.ts';
import { localisedError } from '../platform/localisedError.ts';

interface ChatParts {
  /** Opens the palace; rejects with `PalaceError`. */
  readonly api: () => Promise<PalaceApi>;
  /** As `api`; makes the palace if there is none. */
  readonly apiOrNew: () => Promise<PalaceApi>;
  readonly localiser: Localiser;
  /** The session for which drawers given to a model count as used. */
  readonly sessionId: string;
}

const most = 8;

/**
 * Answers in the chat from the palace: with a language model, in its words together with the drawers behind them,
 * else only with the drawers. Sensitive drawers stay out. Rejects with `PalaceError`; a cancelled answer just ends.
 */
export const chatAnswer = async (
  { command, prompt, model }: ChatQuestion,
  out: ChatOutput,
  signal: AbortSignal,
  parts: ChatParts,
): Promise<void> => {
  const text = prompt.trim();
  if (command === 'status') return status(out, parts);
  if (text === '')
    return out.own(
      parts.localiser.t(
        'Ask what this workspace remembers. `/search` lists drawers without a language model, `/save` keeps a note, `/status` tells what the palace holds.',
      ),
    );
  if (command === 'save') return save(text, out, signal, parts);
  return answer(text, command === 'search' ? null : model, out, signal, parts);
};

const answer = async (
  question: string,
  model: ChatModel | null,
  out: ChatOutput,
  signal: AbortSignal,
  { api, localiser, sessionId }: ChatParts,
): Promise<void> => {
  out.progress(localiser.t('Searching the palace'));
  const palace = await api();
  const result = await found(palace, question, signal);
  const hits = result.results.filter(({ sensitive }) => !sensitive).slice(0, most);
  if (hits.length === 0) return out.own(localiser.t('Nothing in this palace is about that.'));
  const list = (heading: string, cited: readonly number[] = []): void =>
    listDrawers({ hits, terms: result.pipeline_trace.terms, heading, cited }, out, localiser);
  if (model === null) return list(localiser.t('These drawers are about it:'));
  await palace
    .recordAccess({
      drawer_ids: hits.map(({ drawer_id: id }) => id),
      session_id: sessionId,
      kind: 'returned_to_agent',
    })
    .catch(() => undefined);
  let said = '';
  try {
    const clean = withoutImages();
    for await (const piece of model(chatPrompt(question, hits), signal)) {
      if (signal.aborted) return;
      const shown = clean(piece);
      said += shown;
      out.model(shown);
    }
  } catch (thrown) {
    if (signal.aborted) return;
    const reason = messageOf(thrown);
    return list(
      localiser.t('The language model did not answer ({0}). These drawers are about it:', plainMarkdown(reason)),
    );
  }
  if (said.trim() === '') return list(localiser.t('The language model said nothing. These drawers are about it:'));
  const cited = citedNumbers(said, hits.length);
  list(cited.length === 0 ? localiser.t('It was given these drawers:') : localiser.t('Based on:'), cited);
};

/**
 * A question is prose: what looks like a condition in it, as in the code `type:module`, is text if there is no such condition, or
 * if no drawer could meet it.
 */
const found = async (palace: PalaceApi, question: string, signal: AbortSignal): Promise<SearchResult> => {
  const search = (query: string): Promise<SearchResult> =>
    palace.search({ query, k: most * 2, for_agent: true }, { signal });
  const asText = conditionsAsText(question);
  if (asText === null) return search(question);
  try {
    const result = await search(question);
    if (result.pipeline_trace.scope.in_scope > 0) return result;
  } catch (thrown) {
    if (PalaceError.from(thrown).code !== 'E_QUERY_FIELD') throw thrown;
  }
  return search(asText);
};

interface ListedDrawers {
  readonly hits: readonly SearchHit[];
  readonly terms: SearchResult['pipeline_trace']['terms'];
  readonly heading: string;
  /** Only these of them, by number; empty: all. */
  readonly cited: readonly number[];
}

/** The drawers, or only the cited ones, with their numbers. */
const listDrawers = (
  { hits, terms, heading, cited }: ListedDrawers,
  out: ChatOutput,
  localiser: Localiser,
): void => {
  const numbered = hits
    .map((hit, i) => [i + 1, hit] as const)
    .filter(([number]) => cited.length === 0 || cited.includes(number));
  // The file of a linked palace's drawer is in another workspace; one of the same path in this one is not its source.
  for (const [, hit] of numbered) if (hit.palace === undefined) out.reference(hit);
  out.own(`\n\n${heading}\n\n${drawerList(numbered, terms, localiser)}\n`);
};

const save = async (
  text: string,
  out: ChatOutput,
  signal: AbortSignal,
  { apiOrNew, localiser, sessionId }: ChatParts,
): Promise<void> => {
  const palace = await apiOrNew();
  const {
    drawer_id: id,
    duplicates,
    warnings,
  } = await palace.save({
    text,
    type: 'insight',
    session_id: sessionId,
  });
  const [same] = duplicates;
  if (id === null) {
    if (same !== undefined)
      out.own(
        localiser.t(
          'Nothing was saved: {0} says the same.',
          `[${localiser.t('a drawer')}](${drawerLink(same.drawer_id)})`,
        ),
      );
    return;
  }
  out.own(
    `${localiser.t('Saved: {0}', `[${localiser.t('the note')}](${drawerLink(id)})`)}${warnings.map((warning) => `\n\n${plainMarkdown(warning)}`).join('')}`,
  );
  out.progress(localiser.t('Looking for duplicates'));
  const { checks } = await palace.noteChecks({ drawer_ids: [id], wait: true }, { signal });
  for (const { drawer_id: other, similarity } of checks.flatMap((check) => check.duplicates))
    out.own(
      `\n\n${localiser.t('{0} is nearly the same (similarity {1}).', `[${localiser.t('A drawer')}](${drawerLink(other)})`, localiser.decimal(similarity, 2))}`,
    );
};

const status = async (out: ChatOutput, { api, localiser }: ChatParts): Promise<void> => {
  const rows = statusRows(await (await api()).status({}), localiser);
  out.own(
    rows
      .map(
        ({ label, detail }) =>
          `- **${plainMarkdown(label)}**${detail === undefined || detail === '' ? '' : `: ${plainMarkdown(detail)}`}`,
      )
      .join('\n'),
  );
  out.button('synapsePalace.status', localiser.t('Show Palace Status'));
};

/** What went wrong, with the next step. */
export const chatProblem = (thrown: unknown, localiser: Localiser): string => {
  const { message, remedy } = localisedError(thrown, localiser);
  return `${plainMarkdown(message)} ${plainMarkdown(remedy)}`;
};
