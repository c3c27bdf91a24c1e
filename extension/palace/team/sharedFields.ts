import * as z from 'zod';
import { idWithoutSecrets, nameWithoutSecrets } from '../filing/secrets/safeNames.ts';
import { tiers } from '../model/drawer/drawer.ts';
import { drawerId, isoTime, roomName } from '../model/drawer/ids.ts';
import { writtenTime } from '../model/drawer/writtenTime.ts';
import type { DrawerPatch } from '../store/queries/drawerPatch.ts';
import { isUnicode, type ImportedDrawer } from '../transfer/record/importItem.ts';
import type { TeamField } from './teamServer.ts';

type Patch = Omit<DrawerPatch, 'rowid'>;

const unicode = z.string().refine(isUnicode);
/** Names are screened as those of a whole drawer are. */
const name = unicode.min(1).transform(nameWithoutSecrets);
const idOrNull = unicode
  .min(1)
  .nullable()
  .transform((id) => (id === null ? null : drawerId(idWithoutSecrets(id))));
const time = z
  .string()
  .refine((text) => writtenTime(text) !== null)
  .transform((text) => isoTime(text));

/** What each field with a single value sets in a drawer. Throws `ZodError` for a value that the field can't have. */
const patches = {
  pinned: (value) => ({ pinned: z.boolean().parse(value) }),
  tier: (value) => ({ tier: z.enum(tiers).parse(value) }),
  importance: (value) => ({ importance: z.number().min(0).max(1).parse(value) }),
  room: (value) => ({ room: roomName(name.parse(value)) }),
  archived: (value) => ({
    archived: z
      .object({ at: time, reason: unicode.transform(nameWithoutSecrets) })
      .nullable()
      .parse(value),
  }),
  superseded_by: (value) => ({ supersededBy: idOrNull.parse(value) }),
  consolidated_into: (value) => ({ consolidatedInto: idOrNull.parse(value) }),
} as const satisfies Partial<Record<TeamField, (value: unknown) => Patch>>;

/** The tag as it is added; undefined if it is not a valid tag. */
export const tagOf = (value: unknown): string | undefined => name.safeParse(value).data;

type ValueField = keyof typeof patches;
const valueFields = Object.keys(patches) as ValueField[];
export const isValueField = (field: string): field is ValueField => field in patches;

/** What the field sets in a drawer when it has this value; undefined if it can't have it. */
export const patchOf = (field: ValueField, value: unknown): Patch | undefined => {
  try {
    return patches[field](value);
  } catch (thrown) {
    if (thrown instanceof z.ZodError) return undefined;
    throw thrown;
  }
};

/** The values that these fields have on the server, without those in `except`. */
export const standingOf = (drawer: ImportedDrawer, except: ReadonlySet<string>): Patch => {
  const { archived, supersededBy, consolidatedInto } = drawer;
  const standing: Readonly<Record<ValueField, Patch>> = {
    pinned: { pinned: drawer.pinned },
    tier: { tier: drawer.tier },
    importance: { importance: drawer.importance },
    room: { room: roomName(drawer.room) },
    archived: { archived: archived === null ? null : { at: isoTime(archived.at ?? 0), reason: archived.reason } },
    superseded_by: { supersededBy: supersededBy === null ? null : drawerId(supersededBy) },
    consolidated_into: { consolidatedInto: consolidatedInto === null ? null : drawerId(consolidatedInto) },
  };
  return Object.assign({}, ...valueFields.map((field) => (except.has(field) ? {} : standing[field]))) as Patch;
};
