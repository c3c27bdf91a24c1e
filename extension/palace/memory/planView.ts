import type { Drawer } from '../model/drawer.ts';
import { drawerId } from '../model/ids.ts';
import type { Plan, PlanGroup, PlanView } from '../model/planCalls.ts';
import { drawerTitle } from '../retrieval/drawerTitle.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import { recheckPlan } from './recheckPlan.ts';

/** A plan as a review shows it: with its drawers' texts, and with what the palace of now says of it. */
export const planView = (plan: Plan, state: PlanView['state'], read: ReadQueries, revision: number, nowMs: number): PlanView => {
  const ids = plan.groups.flatMap(({ drawer_ids: members }) => members.map(drawerId));
  const tags = read.tagsOf(ids);
  const isOpen = state === 'transient' || state === 'proposed';
  return {
    ...plan, state, revision_now: revision,
    dropped: isOpen ? recheckPlan(plan, plan.groups, read, nowMs).flatMap(({ dropped }) => dropped) : [],
    groups: plan.groups.map((group) => withoutSecrets(group, read)),
    drawers: ids.flatMap((id) => {
      const drawer = read.drawerById(id);
      return drawer === undefined ? [] : [{
        drawer_id: id, title: drawerTitle(drawer), type: drawer.type, wing: drawer.wing, room: drawer.room, tier: drawer.tier, tags: [...tags.get(id) ?? []],
        filed_at: drawer.filedAt, last_accessed: drawer.lastAccessed, access_count: drawer.accessCount, text: drawer.sensitive ? null : drawer.text, ...unmarkedSecrets(drawer, read),
      }];
    }),
  };
};

/** Where secrets stand that a person lets be shown: what leaves this machine is masked all the same. */
const unmarkedSecrets = ({ id, sensitive }: Drawer, read: ReadQueries): Pick<PlanView['drawers'][number], 'secret_spans'> => {
  const spans = sensitive ? [] : read.findingsOf(id).map(({ start, end }) => ({ start, end }));
  return spans.length === 0 ? {} : { secret_spans: spans };
};

/** What was taken from a drawer that became sensitive since is not shown. */
const withoutSecrets = (group: PlanGroup, read: ReadQueries): PlanGroup =>
  group.drawer_ids.some((id) => read.drawerById(drawerId(id))?.sensitive === true)
    ? { ...group, title: group.group_id, summary: '', references: [], left_out: [], characters_after: 0 }
    : group;
