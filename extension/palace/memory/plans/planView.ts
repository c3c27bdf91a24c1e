import type { Drawer } from '../../model/drawer/drawer.ts';
import { drawerId } from '../../model/drawer/ids.ts';
import {
  summaryWriters,
  type Plan,
  type PlanDrawer,
  type PlanGroupView,
  type PlanView,
  type SummaryWriter,
} from '../../contract/memory/planSchemas.ts';
import { drawerTitle } from '../../retrieval/candidates/drawerTitle.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import { leftOut } from '../summaries/leftOut.ts';
import { agreeingGroups, contradictingReason } from './agreeingGroups.ts';
import { contradictionsIn, originalOf } from './groupSummary.ts';
import { demandSeen, planDigest } from './planDigest.ts';
import type { PlanParts } from './planParts.ts';
import { preparedGroups, type ApplyRequest, type PreparedGroup } from './preparedGroups.ts';
import type { AppliedRecord, StoredPlan } from './storedPlan.ts';
import { livingMark } from './standing.ts';
import { writerProperty } from './summaryDrawer.ts';
import { withoutSecrets } from './withoutSecrets.ts';

interface ViewedPlan {
  readonly plan: Plan;
  readonly state: PlanView['state'];
  /** Null before it was applied. */
  readonly applied: AppliedRecord | null;
}

type ViewParts = Pick<PlanParts, 'store' | 'analyser' | 'now'>;

/**
 * A plan as a review shows it: with its drawers' texts and the current state of the palace. A plan that is not
 * applied yet is shown as applying it under these decisions would carry it out. Reads only. Throws E_PLAN on
 * decisions about groups or drawers that are not in the plan.
 */
export const planView = (
  viewed: ViewedPlan,
  { rejected_drawers, summaries }: Pick<ApplyRequest, 'rejected_drawers' | 'summaries'>,
  parts: ViewParts,
): PlanView => {
  const { plan, state } = viewed;
  const isOpen = state === 'transient' || state === 'proposed';
  return isOpen
    ? openView(viewed, preparedGroups(plan, { rejected_drawers, summaries }, parts.store.read, parts), parts)
    : {
        ...currentState(viewed, parts),
        dropped: [],
        groups: plan.groups.map((group) => ({ ...withoutSecrets(group, parts.store.read), skipped: null })),
      };
};

/**
 * A stored plan as `applyPlan` with this request would carry it out now: the groups that it would look at, those that it
 * would leave out. Reads only. Throws E_PLAN if the plan was applied, or where applying it would.
 */
export const applyingView = (stored: StoredPlan, request: ApplyRequest, parts: ViewParts): PlanView => {
  const { read } = parts.store;
  const { plan } = stored;
  demandSeen(stored, request.seen);
  const { groups, held } = agreeingGroups(plan, request);
  const prepared = preparedGroups(plan, { ...request, groups }, read, parts);
  const heldBack = held.map((group) => ({
    group,
    dropped: [],
    skipped: contradictingReason(withoutSecrets(group, read)),
  }));
  const place = ({ group }: PreparedGroup): number => plan.groups.indexOf(group);
  return openView(
    stored,
    [...prepared, ...heldBack].toSorted((a, b) => place(a) - place(b)),
    parts,
  );
};

/** A plan that is not applied, its groups as given; its totals are those of the groups that are not skipped. */
const openView = (viewed: ViewedPlan, groups: readonly PreparedGroup[], parts: ViewParts): PlanView => {
  const carriedOut = groups.flatMap((group) => ('drawers' in group ? [group] : []));
  return {
    ...currentState(viewed, parts),
    dropped: groups.flatMap(({ dropped }) => dropped),
    groups: groups.map((group) => asApplied(group, parts.store.read)),
    summary_count: carriedOut.length,
    would_create_summaries: carriedOut.length,
    would_archive: carriedOut.reduce((sum, { drawers }) => sum + drawers.length, 0),
  };
};

const currentState = (
  { plan, state, applied }: ViewedPlan,
  { store }: ViewParts,
): Omit<PlanView, 'dropped' | 'groups'> => {
  const { read } = store;
  return {
    ...plan,
    state,
    digest: planDigest(plan),
    revision_now: store.revision,
    drawers: drawersOf(plan, read),
    applied:
      applied === null
        ? null
        : {
            at: applied.at,
            rejected: applied.rejected.map(({ drawer_id: id }) => id),
            groups: applied.groups.map(({ group_id, summary_drawer_id: id, archived }) => ({
              group_id,
              archived: archived.map(({ drawer_id: original }) => original),
              summary: shownText(read, id),
              writer: writerOf(read, id),
            })),
          },
  };
};

const drawersOf = (plan: Plan, read: ReadQueries): PlanDrawer[] => {
  const ids = plan.groups.flatMap(({ drawer_ids: members }) => members.map(drawerId));
  const tags = read.tagsOf(ids);
  const replacements = new Map(plan.candidates.map(({ drawer_id: id, superseded_by: by }) => [id, by]));
  return ids.flatMap((id) => {
    const drawer = read.drawerById(id);
    if (drawer === undefined) return [];
    const by = livingMark(drawer, read) ?? replacements.get(id) ?? null;
    const newer = by === null ? undefined : read.drawerById(drawerId(by));
    return [
      {
        drawer_id: id,
        title: drawerTitle(drawer),
        type: drawer.type,
        wing: drawer.wing,
        room: drawer.room,
        tier: drawer.tier,
        tags: [...(tags.get(id) ?? [])],
        filed_at: drawer.filedAt,
        last_accessed: drawer.lastAccessed,
        access_count: drawer.accessCount,
        text: drawer.sensitive ? null : drawer.text,
        ...unmarkedSecrets(drawer, read),
        replaced_by: newer === undefined ? null : { drawer_id: newer.id, title: drawerTitle(newer) },
      },
    ];
  });
};

const shownText = (read: ReadQueries, id: string): string | null => {
  const drawer = read.drawerById(drawerId(id));
  return drawer === undefined || drawer.sensitive ? null : drawer.text;
};

const writerOf = (read: ReadQueries, id: string): SummaryWriter | null =>
  summaryWriters.find((writer) => writer === read.propertiesOf(drawerId(id))[writerProperty]) ?? null;

const asApplied = (prepared: PreparedGroup, read: ReadQueries): PlanGroupView => {
  const { group } = prepared;
  const shown = withoutSecrets(group, read);
  if ('skipped' in prepared) return { ...shown, skipped: prepared.skipped };
  const { drawers, text, writer, supersededBy } = prepared;
  if (text === group.summary && drawers.length === group.drawer_ids.length) return { ...shown, skipped: null };
  return {
    ...shown,
    skipped: null,
    writer,
    summary: text,
    references: text === group.summary ? shown.references : [],
    left_out: leftOut(drawers.map(originalOf), text),
    superseded_by: supersededBy,
    contradictions: [...contradictionsIn(drawers).found],
    characters_before: drawers.reduce((sum, drawer) => sum + drawer.text.length, 0),
    characters_after: text.length,
  };
};

/**
 * Where secrets are in a drawer that a person has unmarked. They are masked in everything that leaves this
 * machine.
 */
const unmarkedSecrets = (
  { id, sensitive }: Drawer,
  read: ReadQueries,
): Pick<PlanView['drawers'][number], 'secret_spans'> => {
  const spans = sensitive ? [] : read.findingsOf(id).map(({ start, end }) => ({ start, end }));
  return spans.length === 0 ? {} : { secret_spans: spans };
};
