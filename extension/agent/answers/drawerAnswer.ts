import * as z from 'zod';
import { maskedText, type Maskable } from '../../palace/model/text/maskedText.ts';
import type { SearchHit } from '../../palace/contract/search/searchResult.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { palaceText, quotedText, type AnswerList, type AnswerValue, type PalaceText } from './toolAnswer.ts';

const range = z.object({ start: z.number().int(), end: z.number().int() });

/** A drawer in an answer to an agent. */
export const drawerShape = {
  drawer_id: z.string(),
  palace: z.string().optional().describe('The linked palace that it lives in'),
  wing: z.string(),
  room: z.string(),
  type: z.string(),
  tier: z.string(),
  source_file: z.string().optional(),
  lines: range.optional(),
  filed_at: z.string(),
  pinned: z.literal(true).optional(),
  archived: z.literal(true).optional(),
  text: quotedText,
  cut: z.literal(true).optional().describe('The text continues'),
} as const;

interface Shown extends Maskable {
  readonly drawer_id: string;
  readonly palace?: string | undefined;
  readonly wing: string;
  readonly room: string;
  readonly type: string;
  readonly tier: string;
  readonly source_file: string | null;
  readonly lines: { readonly start: number; readonly end: number } | null;
  readonly filed_at: string;
  readonly pinned: boolean;
  readonly archived: boolean;
}

/** A drawer's fields; those with a usual value, such as `pinned: false`, are left out. */
export const drawerFields = (drawer: Shown): Record<string, AnswerValue> => ({
  drawer_id: drawer.drawer_id,
  palace: drawer.palace,
  wing: drawer.wing,
  room: drawer.room,
  type: drawer.type,
  tier: drawer.tier,
  source_file: drawer.source_file ?? undefined,
  lines: drawer.lines === null ? undefined : { start: drawer.lines.start, end: drawer.lines.end },
  filed_at: drawer.filed_at,
  pinned: drawer.pinned ? true : undefined,
  archived: drawer.archived ? true : undefined,
  text: textOf(drawer),
});

/** Masks secrets, even though sensitive drawers should never get here. */
const textOf = (drawer: Maskable): PalaceText => palaceText(maskedText(drawer));

export const isForAgents = ({ sensitive }: Pick<SearchHit | DrawerView, 'sensitive'>): boolean => !sensitive;

/** The IDs that no drawer has. */
export const missing = (drawers: readonly string[]): AnswerList => ({
  name: 'missing',
  items: drawers.map((id) => ({ drawer_id: id })),
  more: 'Raise token_budget.',
});
