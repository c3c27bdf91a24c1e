import * as z from 'zod';
import { isRecord } from '../../base/isRecord.ts';
import { errorTable, PalaceError, type ErrorCode } from '../../palace/model/errors/palaceError.ts';
import type { MineProgress } from '../../palace/contract/filing/mineProgress.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { tokenBudgets } from '../quoting/tokenBudget.ts';
import { toolSchema, type ToolSchema } from './toolSchema.ts';
import { earlierSaves, earlierSavesOutput, withEarlierSaves } from './earlierSaves.ts';
import { renderAnswer } from '../answers/renderAnswer.ts';
import { commonOutput, type ToolAnswer } from '../answers/toolAnswer.ts';

/** Hints for the client, named as in the protocol. No tool reaches beyond this machine. */
interface ToolAnnotations {
  readonly readOnlyHint?: true;
  readonly destructiveHint?: false;
  readonly idempotentHint?: true;
  readonly openWorldHint: false;
}
// Only differences from the protocol's defaults (not read-only, destructive, not idempotent).
export const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const adds: ToolAnnotations = { destructiveHint: false, openWorldHint: false };
export const addsOnce: ToolAnnotations = { ...adds, idempotentHint: true };
export const changes: ToolAnnotations = { idempotentHint: true, openWorldHint: false };

/** An agent's session. A drawer that it is given several times counts as one access. */
export interface AgentSession {
  readonly id: string;
  /** Drawers whose access has been recorded. */
  readonly given: Set<string>;
  /** Notes that the agent saved and has not been told about since. */
  readonly saved: Set<string>;
  /** Called with problems that do not become part of an answer. */
  readonly onProblem: (error: PalaceError) => void;
}

export interface ToolCall {
  readonly session: AgentSession;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: MineProgress) => void) | undefined;
  /** Whether the answer is also wanted as data. */
  readonly isStructured?: boolean | undefined;
  /** Absolute path that relative paths in arguments are resolved against. */
  readonly workspace: () => Promise<string>;
  /** Runs `work` on an empty palace, which is removed again; undefined where there is a palace. */
  readonly beforehand?: <T>(work: (empty: PalaceApi) => Promise<T>) => Promise<T | undefined>;
}

interface ToolOutcome {
  readonly text: string;
  /** Only if the call asked for it. */
  readonly structured: Record<string, unknown> | undefined;
}

/** One tool, offered through MCP or VS Code. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema;
  readonly annotations: ToolAnnotations;
  /** Whether it creates a palace if there is none; other tools need an existing one. */
  readonly makesPalace: boolean;
  /**
   * Parses the arguments. Throws E_USAGE, naming up to five wrong fields and what is wrong with each, and what the palace would
   * throw about their values alone.
   */
  check(given: unknown): unknown;
  /** Rejects with `PalaceError`. Wrong arguments are rejected before the palace is opened. */
  call(palace: () => Promise<PalaceApi>, given: unknown, call: ToolCall): Promise<ToolOutcome>;
}

interface Definition<I extends z.ZodRawShape, O extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly annotations: ToolAnnotations;
  readonly makesPalace?: boolean;
  /** Tokens of its answer unless the call sets them; 4000 when absent. */
  readonly usualBudget?: (input: z.output<z.ZodObject<I>>) => number;
  /** Throws what the palace would about arguments that no palace takes. */
  readonly demandFit?: (input: z.output<z.ZodObject<I>>) => void;
  /** Whether the texts in the answer count as accesses: not in a dry run or a review. */
  readonly gives?: (input: z.output<z.ZodObject<I>>) => boolean;
  /**
   * The answer of a call for which no palace need be made, because it would file nothing; undefined
   * for any other. Rejects where the call would be refused.
   */
  readonly answerWithoutPalace?: (
    input: z.output<z.ZodObject<I>>,
    call: ToolCall,
  ) => Promise<ToolAnswer | undefined>;
  run(
    palace: PalaceApi,
    input: z.output<z.ZodObject<I>>,
    call: ToolCall & { readonly tokens: number },
  ): Promise<ToolAnswer>;
}

const budgetShape = {
  token_budget: z.int().min(tokenBudgets.least).max(tokenBudgets.most).optional(),
};

/** Makes a tool from its definition; adds `token_budget` and the fields common to all answers. */
export const agentTool = <I extends z.ZodRawShape, O extends z.ZodRawShape>(
  definition: Definition<I, O>,
): AgentTool => {
  const { name, title, description, annotations, run, gives } = definition;
  const own = z.strictObject(definition.input);
  const budget = z.object(budgetShape);
  const input = z.strictObject({ ...definition.input, ...budgetShape });
  const optional = Object.entries<z.core.$ZodType>(input.shape)
    .filter(([, one]) => z.safeParse(one, undefined).success)
    .map(([one]) => one);
  const check = (given: unknown): { readonly own: z.output<z.ZodObject<I>>; readonly tokens: number } => {
    const set = withoutUnset(given ?? {}, optional);
    const whole = input.safeParse(set);
    if (!whole.success) throw wrongArguments(name, whole.error, Object.keys(input.shape));
    const { token_budget: tokens, ...others } = Object.fromEntries<unknown>(Object.entries(set ?? {}));
    const args = own.parse(others);
    definition.demandFit?.(args);
    const usual = definition.usualBudget?.(args) ?? tokenBudgets.usual;
    return { own: args, tokens: budget.parse({ token_budget: tokens }).token_budget ?? usual };
  };
  return {
    name,
    title,
    description,
    annotations,
    makesPalace: definition.makesPalace ?? false,
    check,
    inputSchema: toolSchema(input, 'input'),
    outputSchema: toolSchema(
      z.strictObject({ ...definition.output, ...earlierSavesOutput, ...commonOutput }),
      'output',
    ),
    async call(palace, given, call) {
      const { own: args, tokens } = check(given);
      const rendering = { budget: tokens, isStructured: call.isStructured === true };
      const early = await definition.answerWithoutPalace?.(args, call);
      if (early !== undefined) return renderAnswer(early, rendering);
      const api = await palace();
      const earlier = [...call.session.saved];
      const answer = await run(api, args, { ...call, tokens }).catch((thrown: unknown) => {
        throw forAgents(thrown);
      });
      const told = withEarlierSaves(answer, await earlierSaves(api, earlier, call));
      const { text, structured, drawerIds } = renderAnswer(told, rendering);
      // The answer of a cancelled call reaches nobody.
      if (gives?.(args) === true && call.signal?.aborted !== true) await recordGiven(api, drawerIds, call.session);
      return { text, structured };
    },
  };
};

/** The arguments without optional ones that are null: many clients name every argument, and say so that one is unset. */
const withoutUnset = (given: unknown, optional: readonly string[]): unknown =>
  isRecord(given)
    ? Object.fromEntries(Object.entries(given).filter(([one, value]) => value !== null || !optional.includes(one)))
    : given;

/** What an agent can do where the palace's own remedy names a command or a view, which agents have not. */
const remedies: Partial<Record<ErrorCode, string>> = {
  E_DRAWER_NOT_FOUND:
    'Search again: an answer names a drawer by its ID, or part of a file as path:12–34; path:1- is the whole file.',
  E_PATTERN_NOT_FOUND: 'Check the ID: mempalace_session_context lists the recurring issues there are.',
  E_PLAN:
    'mempalace_status lists the plans that wait; mempalace_consolidate with mode evaluate and a plan_id shows one.',
};

const forAgents = (thrown: unknown): PalaceError => {
  const error = PalaceError.from(thrown);
  const remedy = remedies[error.code];
  if (remedy === undefined || error.remedy !== errorTable[error.code]) return error;
  return new PalaceError(error.code, error.messageText, { cause: error, remedy });
};

/** Records the accesses. A failure is only reported: a palace that can't be written can still answer. */
const recordGiven = async (
  palace: PalaceApi,
  ids: readonly string[],
  { id, given, onProblem }: AgentSession,
): Promise<void> => {
  const fresh = ids.filter((drawer) => !given.has(drawer));
  if (fresh.length === 0) return;
  try {
    await palace.recordAccess({ drawer_ids: fresh, session_id: id, kind: 'returned_to_agent' });
    for (const drawer of fresh) given.add(drawer);
  } catch (thrown) {
    onProblem(PalaceError.from(thrown));
  }
};

const wrongArguments = (tool: string, error: z.ZodError, known: readonly string[]): PalaceError => {
  const problems = error.issues.slice(0, 5).map((issue) => {
    if (issue.code === 'unrecognized_keys')
      return `${issue.keys
        .slice(0, 5)
        .map((key) => `\`${key.slice(0, 60)}\``)
        .join(', ')}: no such argument`;
    const field =
      issue.path.length === 0 ? 'the arguments' : `\`${issue.path.map(String).join('.').slice(0, 100)}\``;
    return `${field}: ${issue.message}`;
  });
  return new PalaceError('E_USAGE', `${tool}: ${problems.join('; ')}.`, {
    remedy: `Correct it and call again. Arguments: ${known.join(', ')}.`,
  });
};
