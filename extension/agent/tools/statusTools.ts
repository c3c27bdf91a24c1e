import * as z from 'zod';
import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import { movedText, takeBackCommand } from '../../palace/contract/memory/movedText.ts';
import { agentTool, reads } from './agentTool.ts';
import { longest } from './filterArguments.ts';
import { wingWarnings } from './wingWarnings.ts';
import {
  palaceText,
  quotedText,
  shortText,
  type AnswerList,
  type AnswerValue,
  type ToolAnswer,
} from '../answers/toolAnswer.ts';

const count = z.number().int();
const namedCounts = z.array(z.object({ name: z.string(), drawers: count }));
const more = 'Raise token_budget.';

const statusOutput = {
  drawers: count,
  archived: count,
  patterns_active: count,
  embeddings: z.object({ model: z.string().optional(), state: z.string(), done: count, pending: count }),
  palace: z.object({ state: z.string(), revision: count, bytes: count, workspace: z.string().optional() }),
  model_guard: z.string(),
  warnings: z.array(quotedText),
  moved: z
    .array(z.object({ batch: z.string(), at: z.string(), by: z.string(), text: quotedText, undo: z.string() }))
    .describe('What maintenance and agents moved within 7 days'),
  waiting: z
    .array(z.object({ plan_id: z.string(), groups: count, would_archive: count }))
    .describe('Plans of agents that wait for a person'),
  types: namedCounts,
  tiers: namedCounts,
  wings: namedCounts,
};

const counts = (name: string, byName: Readonly<Record<string, number>>): AnswerList => ({
  name,
  more,
  items: Object.entries(byName)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([key, drawers]) => ({ name: key, drawers })),
});

const statusAnswer = ({
  drawers,
  embeddings,
  palace,
  patterns,
  model_guard: guard,
  warnings,
  moved,
  waiting,
}: PalaceStatus): ToolAnswer => {
  const facts: Record<string, AnswerValue> = {
    drawers: drawers.total,
    archived: drawers.archived,
    patterns_active: patterns.active,
    embeddings: {
      model: embeddings.model ?? undefined,
      state: embeddings.state,
      done: embeddings.done,
      pending: embeddings.pending,
    },
    palace: {
      state: palace.state,
      revision: palace.revision,
      bytes: palace.bytes,
      workspace: palace.workspace ?? undefined,
    },
    model_guard: guard.result,
    warnings: warnings.map(palaceText),
  };
  return {
    facts,
    lists: [
      {
        name: 'moved',
        more,
        items: moved.map((batch) => ({
          batch: batch.batch,
          at: batch.at,
          by: batch.by,
          text: shortText(movedText(batch)),
          undo: takeBackCommand(batch),
        })),
      },
      {
        name: 'waiting',
        more,
        items: waiting.map(({ plan_id: id, groups, would_archive: drawersOf }) => ({
          plan_id: id,
          groups,
          would_archive: drawersOf,
        })),
      },
      counts('types', drawers.by_type),
      counts('tiers', drawers.by_tier),
      counts('wings', drawers.by_wing),
    ],
  };
};

export const mempalaceStatus = agentTool({
  name: 'mempalace_status',
  title: 'State of the memory',
  description:
    'How many drawers there are by wing, type and tier, whether their vectors are up to date, recurring issues, warnings.',
  input: {},
  output: statusOutput,
  annotations: reads,
  run: async (palace, _, { signal }) => statusAnswer(await palace.status({}, { signal })),
});

export const contextStatus = agentTool({
  name: 'context_status',
  title: 'State of saved context',
  description: 'Entries by type and tier, active patterns, storage.',
  input: {},
  output: statusOutput,
  annotations: reads,
  run: async (palace, _, { signal }) => statusAnswer(await palace.status({}, { signal })),
});

export const mempalaceListWings = agentTool({
  name: 'mempalace_list_wings',
  title: 'List wings',
  description: 'Wings (projects, folders) and how many drawers each has.',
  input: {},
  output: { wings: namedCounts },
  annotations: reads,
  run: async (palace, _, { signal }) => ({
    facts: {},
    lists: [counts('wings', (await palace.status({}, { signal })).drawers.by_wing)],
  }),
});

const roomCounts = z.array(z.object({ wing: z.string(), room: z.string(), drawers: count }));
const rooms = ({ drawers }: PalaceStatus, wing?: string): AnswerList => ({
  name: 'rooms',
  more: 'Raise token_budget, or ask for one wing.',
  items: Object.entries(drawers.by_room)
    .filter(([name]) => wing === undefined || name === wing)
    .flatMap(([name, byRoom]) => Object.entries(byRoom).map(([room, n]) => ({ wing: name, room, drawers: n })))
    .sort((a, b) => b.drawers - a.drawers || (`${a.wing}/${a.room}` < `${b.wing}/${b.room}` ? -1 : 1)),
});

export const mempalaceListRooms = agentTool({
  name: 'mempalace_list_rooms',
  title: 'List rooms',
  description: 'Rooms of one wing or all, and how many drawers each has.',
  input: { wing: z.string().min(1).max(longest.name).optional() },
  output: { rooms: roomCounts, warnings: z.array(quotedText).optional() },
  annotations: reads,
  async run(palace, { wing }, { signal }) {
    const status = await palace.status({}, { signal });
    return { facts: { warnings: wingWarnings(wing, status) }, lists: [rooms(status, wing)] };
  },
});

export const mempalaceGetTaxonomy = agentTool({
  name: 'mempalace_get_taxonomy',
  title: 'Wings and their rooms',
  description: 'The structure of the memory: wings, rooms, how many drawers.',
  input: {},
  output: { wings: namedCounts, rooms: roomCounts },
  annotations: reads,
  async run(palace, _, { signal }) {
    const status = await palace.status({}, { signal });
    return { facts: {}, lists: [counts('wings', status.drawers.by_wing), rooms(status)] };
  },
});
