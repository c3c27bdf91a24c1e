import type { PlanGroup } from '../../contract/memory/planSchemas.ts';
import { drawerId } from '../../model/drawer/ids.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/** Hides the quoted texts of a group if one of its drawers is now sensitive. */
export const withoutSecrets = (group: PlanGroup, read: ReadQueries): PlanGroup =>
  group.drawer_ids.some((id) => read.drawerById(drawerId(id))?.sensitive === true)
    ? {
        ...group,
        title: group.group_id,
        summary: '',
        references: [],
        left_out: [],
        contradictions: [],
        characters_after: 0,
      }
    : group;
