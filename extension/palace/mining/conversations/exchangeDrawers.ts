import { contentHash } from '../../model/drawer/drawer.ts';
import type { ErasedPassage } from '../../model/drawer/erasedPassage.ts';
import type { IsoTime } from '../../model/drawer/ids.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import { chunkText } from '../../filing/chunker.ts';
import { drawerKey, substituteDrawerKey } from '../../filing/drawerIds.ts';
import { findSecretsInSlices, secretsByPiece } from '../../filing/secrets/secretsOfPieces.ts';
import { erasedPlaces, withoutErased } from '../withoutErased.ts';
import type { Conversation, Exchange } from './reading/conversation.ts';

/** One exchange as it will be filed in drawers. */
export interface FiledExchange {
  readonly ordinal: number;
  /** The joined pieces, and what was erased. */
  readonly text: string;
  /** Offset in `text` where the answer begins; null if there is none. */
  readonly answerAt: number | null;
  readonly filedAt: IsoTime;
  readonly pieces: readonly FiledPiece[];
  /** Whether a passage of it was erased. */
  readonly hasErased: boolean;
}

export interface FiledPiece {
  /** The 16 hex digits of its drawer's ID. `substitute` is used if that ID belongs to another text. */
  readonly key: string;
  readonly substitute: string;
  readonly text: string;
  readonly contentHash: string;
  /** Index in its exchange, from 0. */
  readonly part: number;
  /** Index in its conversation, from 0. */
  readonly index: number;
  readonly roles: 'user' | 'assistant' | 'user,assistant';
  /** Secrets in this piece, including those that are only partly in it. */
  readonly secrets: readonly SecretFinding[];
}

const between = '\n\n';

/**
 * The text of an exchange: what was typed, a blank line, the answer. It has no speaker labels, because every question
 * about a user would then find every conversation. The offset of the answer is kept beside the text. A later answer
 * makes the text longer and leaves the beginning unchanged. Half a character becomes U+FFFD, as in the store.
 */
export const exchangeText = ({
  user,
  assistant,
}: Pick<Exchange, 'user' | 'assistant'>): { readonly text: string; readonly answerAt: number | null } => {
  const [question, answer] = [wellFormed(user), wellFormed(assistant)];
  if (answer === '') return { text: question, answerAt: null };
  return question === ''
    ? { text: answer, answerAt: 0 }
    : { text: `${question}${between}${answer}`, answerAt: question.length + between.length };
};

const wellFormed = (text: string): string =>
  /\p{Cs}/u.test(text) ? Buffer.from(text, 'utf8').toString('utf8') : text;

interface ExchangeFiling {
  readonly sourceKey: string;
  /** The time for an exchange without one. */
  readonly fallback: IsoTime;
  /** Characters. */
  readonly chunkTarget: number;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
  /** What was erased of the conversation. */
  readonly erased?: readonly ErasedPassage[];
}

/**
 * Cuts a conversation's exchanges into pieces of about `chunkTarget` characters. A piece's key depends on its source, the time of
 * its exchange in the file, and its text, but not on its position. So it stays the same when exchanges before it are
 * added or removed.
 */
export const fileExchanges = async (
  { exchanges }: Pick<Conversation, 'exchanges'>,
  { sourceKey, fallback, chunkTarget, pause, erased = [] }: ExchangeFiling,
): Promise<FiledExchange[]> => {
  const equals = new Map<string, number>();
  const filed: FiledExchange[] = [];
  let index = 0;
  for (const exchange of exchanges) {
    await pause();
    const { text, answerAt } = exchangeText(exchange);
    const scope = `${sourceKey}\0${exchange.at ?? ''}`;
    const places = await erasedPlaces(text, erased);
    const chunks = withoutErased(chunkText(text, { target: chunkTarget }), places, (chunk, { start, end }) => ({
      ...chunk,
      text: text.slice(start, end),
      start,
      end,
    }));
    const secrets = secretsByPiece(chunks, await findSecretsInSlices(text, {}));
    const pieces = chunks.map((chunk, part): FiledPiece => {
      const hash = contentHash(chunk.text);
      const ordinal = equals.get(`${scope}\0${hash}`) ?? 0;
      equals.set(`${scope}\0${hash}`, ordinal + 1);
      const roles =
        answerAt === null || chunk.end <= answerAt
          ? 'user'
          : chunk.start >= answerAt
            ? 'assistant'
            : 'user,assistant';
      return {
        key: drawerKey(scope, hash, ordinal),
        substitute: substituteDrawerKey(scope, hash, ordinal),
        text: chunk.text,
        contentHash: hash,
        part,
        index: index++,
        roles,
        secrets: secrets[part] ?? [],
      };
    });
    filed.push({
      ordinal: exchange.ordinal,
      text,
      answerAt,
      filedAt: exchange.at ?? fallback,
      pieces,
      hasErased: places.length > 0,
    });
  }
  return filed;
};
