import * as z from 'zod';
import {
  inspectorNavigationSchema,
  type InspectorNavigation,
} from '../../extension/protocol/inspectorNavigation.ts';
import type { InspectorLook, InspectorState } from './inspectorState.ts';

const draftSchema = z.object({
  planId: z.string().max(200),
  rejected: z.array(z.string()).max(50_000),
  /** Absent in the state of earlier versions. */
  agreed: z.array(z.string()).max(50_000).default([]),
  summaries: z.record(z.string(), z.string()),
  open: z.array(z.string()).max(50_000),
});
/** Of the drawers that are open: the last to be opened are kept. Refusing more would lose everything else with them. */
const mostOpen = 1000;
const lookSchema = z.object({
  filtersOpen: z.boolean(),
  scoresAs: z.enum(['chart', 'table']),
  scoreDetail: z.boolean().default(true),
  openDrawers: z.array(z.string()).transform((ids) => ids.slice(-mostOpen)),
  openedFor: z.string(),
  /** Absent in the state of earlier versions. */
  review: draftSchema.nullable().default(null),
  otherReviews: z.array(draftSchema).max(50).default([]),
});
const persistedSchema = z.object({ navigation: inspectorNavigationSchema, look: lookSchema });

/** What survives a reload: navigation and look, but nothing from the palace. */
export interface PersistedState {
  readonly navigation: InspectorNavigation;
  readonly look: InspectorLook;
}

export const persistedState = ({ navigation, look }: InspectorState): PersistedState => ({ navigation, look });

/** Reads what was persisted by this or an older version; null if it is not usable. */
export const readPersistedState = (value: unknown): PersistedState | null => {
  const parsed = persistedSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
};
