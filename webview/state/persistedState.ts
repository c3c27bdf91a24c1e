import * as z from 'zod';
import {
  inspectorLimits,
  inspectorNavigationSchema,
  type InspectorNavigation,
} from '../../extension/protocol/inspectorNavigation.ts';
import { mostReviewed } from '../../extension/protocol/reviewMessages.ts';
import { mostDrafts } from '../review/review.ts';
import type { InspectorLook, InspectorState, LostState } from './inspectorState.ts';

/** Of the drawers that are open: the last to be opened are kept. Refusing more would lose everything else with them. */
const mostOpen = 1000;
const openDrawers = z.array(z.string()).transform((ids) => ids.slice(-mostOpen));
const decided = z.array(z.string()).max(mostReviewed);
const draftSchema = z.object({
  planId: z.string().max(200),
  rejected: decided,
  /** Absent in the state of earlier versions. */
  agreed: decided.default([]),
  summaries: z.record(z.string(), z.string()),
  open: openDrawers,
});
const lookSchema = z.object({
  filtersOpen: z.boolean(),
  scoresAs: z.enum(['chart', 'table']),
  scoreDetail: z.boolean().default(true),
  openDrawers,
  openedFor: z.string(),
  /** Absent in the state of earlier versions. */
  review: draftSchema.nullable().default(null),
  otherReviews: z
    .array(draftSchema)
    .transform((drafts) => drafts.slice(0, mostDrafts))
    .default([]),
});
const persistedSchema = z.object({ navigation: inspectorNavigationSchema, look: lookSchema });

/** As much of a saved state as has to be looked at to leave out what is too large. */
const sizedSchema = z.looseObject({
  navigation: z.looseObject({ search: z.looseObject({ filter: z.record(z.string(), z.unknown()) }) }),
  look: z.looseObject({ review: z.unknown(), otherReviews: z.array(z.unknown()).optional() }),
});

const isLonger = (list: unknown, most: number): boolean => Array.isArray(list) && list.length > most;

/** A draft with only some of its decisions would approve drawers that a person rejected. */
const isTooLarge = (draft: unknown): boolean =>
  typeof draft === 'object' &&
  draft !== null &&
  ['rejected', 'agreed'].some((field) => isLonger(Reflect.get(draft, field), mostReviewed));

/** A saved state without what neither side of the page could take, and what that was. */
const withoutTooLarge = (value: unknown): { readonly kept: unknown; readonly lost: readonly LostState[] } => {
  const parsed = sizedSchema.safeParse(value);
  if (!parsed.success) return { kept: value, lost: [] };
  const { navigation, look } = parsed.data;
  const conditions = Object.entries(navigation.search.filter);
  const filter = conditions.filter(([, names]) => !isLonger(names, inspectorLimits.listed));
  const others = look.otherReviews?.filter((draft) => !isTooLarge(draft));
  const isReviewLost = isTooLarge(look.review);
  const lost: readonly LostState[] = [
    ...(isReviewLost || others?.length !== look.otherReviews?.length ? ['decisions' as const] : []),
    ...(filter.length < conditions.length ? ['filter' as const] : []),
  ];
  const kept = {
    navigation: { ...navigation, search: { ...navigation.search, filter: Object.fromEntries(filter) } },
    look: {
      ...look,
      review: isReviewLost ? null : look.review,
      ...(others === undefined ? {} : { otherReviews: others }),
    },
  };
  return { kept, lost };
};

/** What survives a reload: navigation and look, but nothing from the palace. */
interface PersistedState {
  readonly navigation: InspectorNavigation;
  readonly look: InspectorLook;
}

export const persistedState = ({ navigation, look }: InspectorState): PersistedState => ({ navigation, look });

/** Reads what was persisted by this or an older version, and tells what it was too large to keep; null if it is not usable. */
export const readPersistedState = (
  value: unknown,
  tellLost: (lost: readonly LostState[]) => void = () => undefined,
): PersistedState | null => {
  const { kept, lost } = withoutTooLarge(value);
  const parsed = persistedSchema.safeParse(kept);
  if (!parsed.success) return null;
  if (lost.length > 0) tellLost(lost);
  return parsed.data;
};
