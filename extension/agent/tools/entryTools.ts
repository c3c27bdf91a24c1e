import path from 'node:path';
import * as z from 'zod';
import {
  gitOutcomes,
  type CommitIndexReport,
  type CommitIndexRequest,
} from '../../palace/contract/filing/commitIndexSchemas.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { FilterRequest } from '../../palace/contract/search/drawerFilterSchema.ts';
import { isNoteType, noteTypes } from '../../palace/model/drawer/noteTypes.ts';
import { addsOnce, agentTool, changes, reads } from './agentTool.ts';
import { drawerFields, drawerShape, isForAgents, missing } from '../answers/drawerAnswer.ts';
import { agentFilter, daysBack, filterArguments, longest } from './filterArguments.ts';
import { wingWarnings } from './wingWarnings.ts';
import { quotedText, shortText, type ToolAnswer } from '../answers/toolAnswer.ts';

const ids = z.array(z.string().min(1).max(longest.id)).min(1).max(1000);

export const contextList = agentTool({
  name: 'context_list',
  title: 'List saved context',
  description: 'Recently saved or committed entries, newest first: notes and commits, or one type.',
  input: {
    days: z.int().min(1).max(36_500).default(7).describe('How many days back'),
    type: filterArguments.type,
    wing: filterArguments.wing,
    include_archived: filterArguments.include_archived,
    limit: z.int().min(1).max(200).default(50),
  },
  output: {
    days: z.number().int(),
    warnings: z.array(quotedText).optional(),
    entries: z.array(z.object(drawerShape)),
  },
  annotations: reads,
  gives: () => true,
  async run(palace, { days, type, limit, ...filter }, { signal }) {
    const types = type === undefined ? [...noteTypes, 'git_commit' as const] : [type];
    const wanted = { ...agentFilter({ ...filter, after: daysBack(days) }), type: types };
    const { newest, found } = await newestOf(palace, wanted, limit, signal);
    const warnings =
      filter.wing === undefined || found > 0
        ? undefined
        : wingWarnings(filter.wing, await palace.status({}, { signal }));
    return {
      facts: { days, warnings },
      lists: [
        {
          name: 'entries',
          items: newest.map(drawerFields),
          body: 'text',
          unread: found - newest.length,
          // What was not read is counted by drawers.
          more: `${found > newest.length ? 'Drawers are counted: a long note has several. ' : ''}Raise limit or token_budget, or ask for fewer days.`,
        },
      ],
    };
  },
});

/** Drawers per page once a long note has taken the room of other entries. */
const laterPage = 500;

/** The newest entries, and how many pass the filter: a long note is one, whichever of its parts comes first. */
const newestOf = async (
  palace: PalaceApi,
  filter: FilterRequest,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly newest: readonly DrawerView[]; readonly found: number }> => {
  const newest: DrawerView[] = [];
  const listed = new Set<string>();
  let found = 0;
  let cursor: string | undefined;
  do {
    const page = await palace.list(
      {
        filter,
        order: 'newest',
        ...(cursor === undefined ? { limit, with_counts: true } : { limit: laterPage, cursor }),
      },
      { signal },
    );
    for (const rooms of Object.values(page.counts ?? {})) for (const count of Object.values(rooms)) found += count;
    for (const drawer of page.drawers.filter(isForAgents)) {
      if (newest.length === limit) break;
      if (listed.has(drawer.drawer_id)) continue;
      const { first, parts } = await noteAround(palace, drawer, signal);
      for (const part of parts) listed.add(part);
      newest.push(first);
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && newest.length < limit);
  return { newest, found: Math.max(newest.length, found - (listed.size - newest.length)) };
};

/**
 * The note that a drawer is part of: the IDs of its parts, and the first of them that agents may read and that is archived only if
 * the drawer is. The last part of a note comes first in a list.
 */
const noteAround = async (
  palace: PalaceApi,
  drawer: DrawerView,
  signal: AbortSignal | undefined,
): Promise<{ readonly first: DrawerView; readonly parts: readonly string[] }> => {
  const { drawer_id: id, type, chunk_index: index, archived } = drawer;
  if (index === 0 || !isNoteType(type)) return { first: drawer, parts: [id] };
  const { drawer_ids: parts } = await palace.noteText({ drawer_id: id }, { signal });
  for (const part of parts.slice(0, parts.indexOf(id))) {
    const first = await palace.show({ drawer_id: part, for_agent: true }, { signal });
    if (isForAgents(first) && first.archived === archived) return { first, parts };
  }
  return { first: drawer, parts };
};

export const contextArchive = agentTool({
  name: 'context_archive',
  title: 'Archive entries',
  description:
    'Takes entries out of searches and lists; nothing is deleted. restore brings them back. Pinned ones stay.',
  input: {
    ids: ids.describe('Drawer IDs'),
    reason: z.string().min(1).max(200).optional(),
    restore: z.boolean().optional().describe('Bring them back instead'),
  },
  output: {
    archived: z.number().int().describe('Drawers: a long note has several'),
    restored: z.number().int(),
    unchanged: z.number().int(),
    missing: z.array(z.object({ drawer_id: z.string() })).describe('No drawer has these IDs'),
    pinned: z
      .array(z.object({ drawer_id: z.string() }))
      .optional()
      .describe('Not archived, as they are pinned'),
  },
  annotations: changes,
  async run(palace, { ids: drawers, reason, restore }, { signal }) {
    if (restore === true) {
      const report = await palace.restore({ drawer_ids: drawers }, { signal });
      return {
        facts: { archived: 0, restored: report.restored.length, unchanged: report.unchanged },
        lists: [missing(report.missing)],
      };
    }
    const report = await palace.update(
      { drawer_ids: drawers, whole_notes: true, archived: true, archive_reason: reason ?? 'by_agent' },
      { signal },
    );
    const facts = { archived: report.updated, restored: 0, unchanged: report.unchanged };
    if (report.pinned === undefined) return { facts, lists: [missing(report.missing)] };
    return {
      note: 'What is pinned was not archived: only the user archives or unpins it, or marks it as replaced.',
      facts,
      lists: [missing(report.missing), { ...missing(report.pinned), name: 'pinned' }],
    };
  },
});

export const contextGitIndex = agentTool({
  name: 'context_git_index',
  title: 'Index git commits',
  description: 'Files a repository’s commits, each once. Nothing in the repository is run.',
  input: {
    repo_path: z.string().min(1).max(longest.path).optional().describe('Default: the workspace'),
    days: z.int().min(1).max(36_500).default(7).describe('How many days back'),
    branch: z.string().min(1).max(longest.name).optional().describe('Default: the current one'),
  },
  output: {
    indexed: z.number().int(),
    duplicates: z.number().int(),
    skipped: z.number().int(),
    outcome: z.enum(gitOutcomes),
    reason: quotedText.optional(),
  },
  annotations: addsOnce,
  makesPalace: true,
  async answerWithoutPalace(input, { signal, workspace, beforehand }) {
    const request = await commitRequest({ ...input, days: 1 }, workspace);
    const tried = await beforehand?.((empty) => empty.indexCommits(request, { signal }));
    return tried === undefined || tried.outcome === 'indexed' ? undefined : indexedAnswer(tried);
  },
  async run(palace, input, { signal, onProgress, workspace }) {
    const request = await commitRequest(input, workspace);
    return indexedAnswer(await palace.indexCommits(request, { signal, onProgress }));
  },
});

const commitRequest = async (
  {
    repo_path: repository,
    days,
    branch,
  }: { readonly repo_path?: string | undefined; readonly days: number; readonly branch?: string | undefined },
  workspace: () => Promise<string>,
): Promise<CommitIndexRequest> => ({
  repo_path: path.resolve(await workspace(), repository ?? '.'),
  days,
  ...(branch === undefined ? {} : { branch }),
});

const indexedAnswer = ({ indexed, duplicates, skipped, outcome, reason }: CommitIndexReport): ToolAnswer => ({
  facts: { indexed, duplicates, skipped, outcome, reason: reason === null ? undefined : shortText(reason) },
  lists: [],
});

export const contextResolvePattern = agentTool({
  name: 'context_resolve_pattern',
  title: 'Resolve a recurring issue',
  description:
    'Marks a recurring issue as resolved, so that it no longer comes up. A new issue of its kind reopens it.',
  input: { pattern_id: z.string().min(1).max(longest.id), resolved: z.boolean().default(true) },
  output: {
    pattern_id: z.string(),
    resolved: z.boolean(),
    changed: z.boolean(),
    label: quotedText,
    occurrence_count: z.number().int(),
  },
  annotations: addsOnce,
  async run(palace, { pattern_id: id, resolved }, { signal }) {
    const { pattern, changed } = await palace.resolvePattern({ pattern_id: id, resolved }, { signal });
    return {
      facts: {
        pattern_id: pattern.pattern_id,
        resolved: pattern.resolved,
        changed,
        label: shortText(pattern.label),
        occurrence_count: pattern.occurrence_count,
      },
      lists: [],
    };
  },
});
