import * as z from 'zod';
import { plural } from '../../base/text/plural.ts';
import { tiers } from '../../palace/model/drawer/drawer.ts';
import { curationModes } from '../../palace/contract/curation.ts';
import { noteTypes } from '../../palace/model/drawer/noteTypes.ts';
import { tagsOf } from '../../palace/model/drawer/tag.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { checkNoteText } from '../../palace/model/text/checkNoteText.ts';
import { addsOnce, agentTool, reads, type ToolCall } from './agentTool.ts';
import { drawerName, isPlace } from './drawerAt.ts';
import { drawerFields, drawerShape } from '../answers/drawerAnswer.ts';
import { longest } from './filterArguments.ts';
import { readDrawers } from './readDrawers.ts';
import {
  duplicateItems,
  duplicateSchema,
  duplicatesMore,
  savedOutput,
  saveForAgent,
  type GivenNote,
} from './saveAnswer.ts';
import { sourcePath } from './sourcePath.ts';
import { palaceText, quotedText, shortText, type AnswerValue } from '../answers/toolAnswer.ts';

export const mempalaceGetDrawer = agentTool({
  name: 'mempalace_get_drawer',
  title: 'Read a drawer',
  description: 'One drawer, verbatim, with its metadata. Read a long one in parts with offset.',
  input: {
    drawer_id: drawerName,
    offset: z.int().min(0).max(10_000_000).default(0).describe('Characters to skip'),
  },
  output: {
    characters: z.number().int(),
    offset: z.number().int(),
    warnings: z.array(quotedText).optional(),
    drawer: z
      .array(
        z.object({
          ...drawerShape,
          tags: z.array(z.string()).optional(),
          importance: z.number(),
          access_count: z.number().int(),
          superseded_by: z.string().optional(),
          consolidated_into: z.string().optional(),
          properties: z.array(z.object({ name: z.string(), value: quotedText })).optional(),
        }),
      )
      .describe('The one; several where a long line, or a note from this part on, was cut into them'),
  },
  annotations: reads,
  gives: () => true,
  async run(palace, { drawer_id: given, offset }, { signal, workspace, tokens }) {
    const id = isPlace(given) ? sourcePath(given, await workspace()) : given;
    const { texts, characters, hidden, unread } = await readDrawers(palace, id, { offset, tokens, signal });
    if (texts.length === 0)
      throw new PalaceError('E_SENSITIVE', `Drawer ${id} is marked as sensitive: agents can’t read it.`);
    const warnings = [
      ...texts.flatMap(([drawer]) => drawer.warnings ?? []),
      ...(hidden === 0 ? [] : [`Without ${plural(hidden, 'part')} marked as sensitive, which agents can’t read.`]),
    ];
    return {
      facts: {
        characters,
        offset,
        warnings: warnings.length === 0 ? undefined : warnings.map(palaceText),
      },
      lists: [
        {
          name: 'drawer',
          body: 'text',
          isVerbatim: true,
          more: 'Read on with the first of their IDs, or raise token_budget.',
          rest: 'call again with a larger offset',
          items: texts.map(([drawer, text]) => wholeFields(drawer, text)),
          unread: unread.length,
          unreadIds: unread,
        },
      ],
    };
  },
});

const wholeFields = (drawer: DrawerView, text: string): Record<string, AnswerValue> => {
  const properties = Object.entries(drawer.properties).map(([name, value]) => ({ name, value: shortText(value) }));
  return {
    ...drawerFields(drawer),
    text: palaceText(text),
    tags: drawer.tags.length === 0 ? undefined : drawer.tags,
    importance: drawer.importance,
    access_count: drawer.access_count,
    superseded_by: drawer.superseded_by ?? undefined,
    consolidated_into: drawer.consolidated_into ?? undefined,
    properties: properties.length === 0 ? undefined : properties,
  };
};

export const mempalaceCheckDuplicate = agentTool({
  name: 'mempalace_check_duplicate',
  title: 'Is this already filed?',
  description: 'Drawers with exactly this text (similarity 1) or the same meaning (cosine above .95).',
  input: {
    content: z.string().min(1).max(longest.text),
    wing: z.string().min(1).max(longest.name).optional(),
    threshold: z
      .number()
      .min(0.95)
      .max(1)
      .optional()
      .describe('Minimum similarity; below .95 nothing counts as the same'),
  },
  output: {
    is_duplicate: z.boolean(),
    near_checked: z.boolean().describe('False: only exact duplicates were looked for'),
    warnings: z.array(quotedText),
    duplicates: z.array(duplicateSchema),
  },
  annotations: reads,
  async run(palace, { content, wing, threshold = 0 }, { signal }) {
    const report = await palace.checkDuplicate(
      { text: content, ...(wing === undefined ? {} : { wing }) },
      { signal },
    );
    const duplicates = report.duplicates.filter(({ similarity }) => similarity >= threshold);
    return {
      facts: {
        is_duplicate: duplicates.length > 0,
        near_checked: report.near_checked,
        warnings: report.warnings.map(palaceText),
      },
      lists: [{ name: 'duplicates', items: duplicateItems(duplicates), more: duplicatesMore }],
    };
  },
});

const noteArguments = {
  content: z.string().min(1).max(longest.text).describe('Kept verbatim'),
  tags: z.array(z.string().min(1).max(64)).max(50).optional(),
  tier: z.enum(tiers).optional().describe('Default: that of the type'),
  pinned: z.boolean().optional(),
  importance: z.number().min(0).max(1).optional(),
  allow_duplicate: z.boolean().optional().describe('Save it even if a drawer has exactly this text'),
  wait: z
    .boolean()
    .optional()
    .describe('Wait for the search for near duplicates, which takes seconds if the model is not loaded'),
  curate: z
    .enum(curationModes)
    .optional()
    .describe('What to do about older notes on the same subject; off unless the profile sets it. Never deletes'),
  request_id: z.string().min(1).max(200).optional().describe('A repeated call with this ID saves nothing twice'),
};

const fileArguments = {
  wing: z.string().min(1).max(longest.name).optional().describe('Default: the workspace’s'),
  room: z.string().min(1).max(longest.name).optional().describe('Default: notes'),
  ...noteArguments,
  type: z.enum(noteTypes).default('reference'),
  source_file: z
    .string()
    .min(1)
    .max(longest.path)
    .optional()
    .describe('Workspace-relative path that the text was taken from'),
  added_by: z.string().min(1).max(50).optional().describe('Stored as the tag by:…'),
};

const filedNote = ({
  content,
  source_file: file,
  added_by: author,
  tags = [],
  wait,
  ...note
}: z.output<z.ZodObject<typeof fileArguments>>): GivenNote => {
  const all = author === undefined ? tags : [...tags, `by:${author}`];
  const request = {
    ...note,
    text: content,
    ...(all.length === 0 ? {} : { tags: all }),
    ...(file === undefined ? {} : { source: { file } }),
  };
  return { request, wait };
};

/** Throws E_NOTE and E_TAG as the palace does, so that nobody is asked to allow a call that would be refused. */
const demandFit = ({ request: { text, tags = [] } }: GivenNote): void => {
  checkNoteText(text);
  tagsOf(tags);
};

/** What the palace would refuse to save is refused before one is made for it. Rejects with `PalaceError`. */
const refusedBeforehand = async (
  { request }: GivenNote,
  { beforehand, signal }: Pick<ToolCall, 'beforehand' | 'signal'>,
): Promise<undefined> => {
  await beforehand?.((empty) => empty.save(request, { signal }));
};

export const mempalaceAddDrawer = agentTool({
  name: 'mempalace_add_drawer',
  title: 'File a drawer',
  description:
    'Files a text verbatim in a wing and room. Nothing is filed if a drawer has exactly this text; the answer then names it. An issue is always filed, as an occurrence.',
  input: fileArguments,
  output: savedOutput,
  annotations: addsOnce,
  makesPalace: true,
  demandFit: (input) => demandFit(filedNote(input)),
  answerWithoutPalace: (input, call) => refusedBeforehand(filedNote(input), call),
  run: (palace, input, call) => saveForAgent(palace, filedNote(input), call),
});

const contextArguments = { ...noteArguments, type: z.enum(noteTypes) };

const contextNote = ({ content, wait, ...note }: z.output<z.ZodObject<typeof contextArguments>>): GivenNote => ({
  request: { ...note, text: content },
  wait,
});

export const contextSave = agentTool({
  name: 'context_save',
  title: 'Save context',
  description:
    'Saves a decision, insight, issue, progress, handoff, reference or summary for later sessions. Each saved issue is an occurrence; the answer says if it recurs. Other types are not saved if an entry has exactly this text.',
  input: contextArguments,
  output: savedOutput,
  annotations: addsOnce,
  makesPalace: true,
  demandFit: (input) => demandFit(contextNote(input)),
  answerWithoutPalace: (input, call) => refusedBeforehand(contextNote(input), call),
  run: (palace, input, call) => saveForAgent(palace, contextNote(input), call),
});
