import type { AgentSession } from '../../agent/tools/agentTool.ts';
import { withPalace, type ToolPalace } from '../../agent/tools/withPalace.ts';
import { firstTier, isNoteType } from '../../palace/model/drawer/noteTypes.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError, withRemedy } from '../../palace/model/errors/palaceError.ts';
import { plainMarkdown } from '../chat/chatMarkdown.ts';
import type { Beforehand } from '../palace/palaceForDryRun.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { localisedError } from '../platform/localisedError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { vocabularyText } from '../platform/vocabularyText.ts';
import { loadTools, type OfferedTool } from './offeredTools.ts';

export interface InvocationDependencies {
  readonly session: Pick<PalaceSession, 'api' | 'apiOrNew' | 'locate' | 'demandPlace'>;
  readonly agent: AgentSession;
  readonly localiser: Localiser;
  readonly workspace: () => string;
  /** A note was saved. */
  readonly changed: () => void;
  readonly beforehand: Beforehand;
}

/** Bounds of an answer's tokens if the model says how much room it has. */
const room = { least: 500, most: 4000 } as const;

/** The budget where the model asks for none; undefined if the editor does not say how much room there is, either. */
const roomFor = (tokens: number | undefined): number | undefined =>
  tokens === undefined ? undefined : Math.min(room.most, Math.max(room.least, Math.floor(tokens)));

/**
 * Throws what {@link invokeTool} would of a call that can't work, whatever the palace holds, so that nobody is asked to allow it.
 */
export const demandPossible = async (
  name: OfferedTool,
  input: unknown,
  { session, localiser }: Pick<InvocationDependencies, 'session' | 'localiser'>,
): Promise<void> => {
  const tools = await loadTools();
  try {
    const tool = tools[name];
    tool.check(input);
    session.demandPlace();
    if (!tool.annotations.readOnlyHint) await demandWritable(session);
  } catch (thrown) {
    throw forModel(thrown, localiser, tools);
  }
};

/** Throws what the palace would about any write; not where there is none yet, as the call makes one. */
const demandWritable = async (session: InvocationDependencies['session']): Promise<void> => {
  try {
    const { write_refusal: refusal } = (await (await session.api()).status({})).palace;
    if (refusal !== undefined) throw new PalaceError(refusal.code, refusal.reason);
  } catch (thrown) {
    if (PalaceError.from(thrown).code !== 'E_PALACE_NOT_FOUND') throw thrown;
  }
};

/** Runs a tool for a language model. The model gets an error with its code and the remedy. */
export const invokeTool = async (
  name: OfferedTool,
  input: unknown,
  tokens: number | undefined,
  signal: AbortSignal,
  { session, agent, localiser, workspace, changed, beforehand }: InvocationDependencies,
): Promise<string> => {
  const tools = await loadTools();
  const tool = tools[name];
  const { token_budget: asked, ...others } = Object.fromEntries<unknown>(Object.entries(input ?? {}));
  const given = { ...others, token_budget: asked ?? roomFor(tokens) };
  const access: ToolPalace = {
    open: (mayMake) =>
      mayMake
        ? session.apiOrNew()
        : session.api({ remedy: errorText`Ask the user to run the command “Synapse Palace: Mine Workspace”.` }),
    leave: async (given) => {
      // Another call may have left it already.
      if ((await session.apiOrNew()) === given) await session.locate();
    },
  };
  try {
    const { text } = await withPalace(tool.makesPalace, access, (palace) =>
      tool.call(palace, given, {
        session: agent,
        signal,
        workspace: () => Promise.resolve(workspace()),
        beforehand,
      }),
    );
    if (!tool.annotations.readOnlyHint) changed();
    return withOfferedNames(text, tools);
  } catch (thrown) {
    // The note may have been saved before that.
    if (signal.aborted && !tool.annotations.readOnlyHint) changed();
    throw forModel(thrown, localiser, tools);
  }
};

type Tools = Awaited<ReturnType<typeof loadTools>>;

const forModel = (thrown: unknown, localiser: Localiser, tools: Tools): Error => {
  const { code } = PalaceError.from(thrown);
  const words = withOfferedNames(withRemedy(localisedError(thrown, localiser)), tools);
  return new Error(`${code}: ${words}`, { cause: thrown });
};

/** What the program says itself, with the tools by the names that they have here. What it quotes from the palace stays. */
const withOfferedNames = (text: string, tools: Tools): string => {
  const end = Math.max(0, text.lastIndexOf('</memory-'));
  const words = Object.entries(tools).reduce(
    (said, [offered, tool]) => said.replaceAll(tool.name, offered),
    text.slice(end),
  );
  return text.slice(0, end) + words;
};

interface Confirmation {
  readonly title: string;
  /** What will be saved, verbatim. */
  readonly content: string;
  /** In Markdown: what is done with it. */
  readonly message: string;
}

/** The question to the user before a tool writes; null for tools that only read. */
export const confirmationOf = (name: OfferedTool, input: unknown, localiser: Localiser): Confirmation | null => {
  if (name !== 'synapsePalace_save') return null;
  const { t } = localiser;
  const { content, type, tier, tags, pinned, curate } = Object.fromEntries(Object.entries(input ?? {}));
  const words = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
  return {
    title: t('Save to this workspace’s memory?'),
    content: typeof content === 'string' ? content : '',
    message: [
      t(
        'It is kept verbatim as {0}, and found by later searches and agents.',
        typeof type === 'string'
          ? plainMarkdown(isNoteType(type) ? vocabularyText(type, localiser) : type)
          : t('a note'),
      ),
      ...(words.length === 0 ? [] : [t('Its tags: {0}.', words.map(plainMarkdown).join(', '))]),
      ...(pinned === true ? [pinnedText(type, tier, t)] : []),
      ...(curate === 'auto' ? [t('Older notes on the same subject may be marked as replaced by it.')] : []),
    ].join(' '),
  };
};

/** Sessions begin without ephemeral notes, also pinned ones. */
const pinnedText = (type: unknown, tier: unknown, t: Localiser['t']): string =>
  (tier ?? (typeof type === 'string' && isNoteType(type) ? firstTier[type] : undefined)) === 'ephemeral'
    ? t('It is pinned and stays, but is short-term: no session begins with it.')
    : t('It is pinned: it comes first in every session, whatever its age.');

/** What the chat shows while a tool runs. */
export const progressOf = (name: OfferedTool, input: unknown, { t }: Localiser): string => {
  const { query } = Object.fromEntries(Object.entries(input ?? {}));
  switch (name) {
    case 'synapsePalace_search':
      return typeof query === 'string'
        ? t('Searching the memory for “{0}”', query.slice(0, 80))
        : t('Searching the memory');
    case 'synapsePalace_read':
      return t('Reading a drawer');
    case 'synapsePalace_similar':
      return t('Looking for similar notes');
    case 'synapsePalace_context':
      return t('Recalling what a session begins with');
    case 'synapsePalace_status':
      return t('Reading the status of the memory');
    case 'synapsePalace_save':
      return t('Saving to the memory');
  }
};
