import * as z from 'zod';
import { recordByName } from '../../base/recordByName.ts';
import { isoTime } from '../../palace/model/drawer/ids.ts';
import { writtenTime } from '../../palace/model/drawer/writtenTime.ts';
import {
  teamFields,
  type Json,
  type NumberedChange,
  type PulledPage,
  type SharedDrawer,
  type TeamState,
} from '../../palace/team/teamServer.ts';
import { vectorData } from './sharedVectorText.ts';
import { fromStored, mapTexts } from './storedText.ts';

/**
 * The changes of wing $1 after $2, at most $3, for palace $4. A drawer's first change comes without the drawer if this palace made it.
 * Row-level security hides what the login may not see. Of an erased drawer only the erasure comes: its earlier changes have no values
 * any more. `OFFSET 0` makes PostgreSQL look each drawer up by its key. Without it, and before it has counted the table's rows, it
 * would read the whole team's drawers for every page.
 */
const changesAfter = `
  SELECT c.seq, c.wing, c.drawer_id, c.field, c.value, c.palace, c.at, c.refused, c.previous, m.name AS member,
    d.record, d.text, d.embedding::text AS vector, d.embedding_scale AS scale, d.embedding_model AS model
  FROM synapse_palace.changes c
  JOIN synapse_palace.members m USING (role)
  LEFT JOIN LATERAL (SELECT * FROM synapse_palace.drawers d
    WHERE d.team = c.team AND d.wing = c.wing AND d.drawer_id = c.drawer_id OFFSET 0) e ON true
  LEFT JOIN LATERAL (SELECT e.* WHERE c.field = 'add' AND NOT c.refused
    AND (c.palace <> $4 OR EXISTS (SELECT 1 FROM synapse_palace.changes f
      WHERE f.team = c.team AND f.wing = c.wing AND f.drawer_id = c.drawer_id AND f.seq < c.seq))) d ON true
  WHERE c.wing = $1 AND c.seq > $2 AND (c.field = 'erase' OR e.state IS DISTINCT FROM 'erased')
  ORDER BY c.seq LIMIT $3`;

/**
 * The first of these changes whose texts have at most $5 bytes together, and one in any case. Each row says how many changes there
 * were. A text's length is known without reading the text.
 */
export const pullQuery = `
  SELECT * FROM (
    SELECT c.*, count(*) OVER ()::integer AS found, row_number() OVER (ORDER BY c.seq) AS place,
      sum(coalesce(octet_length(c.text), 0)) OVER (ORDER BY c.seq) AS bytes
    FROM (${changesAfter}) c) measured
  WHERE bytes <= $5 OR place = 1 ORDER BY seq`;

/** A change's number, and its number in the palace that made it, stay; as a hash, since a member may have sent any ID. */
const markUpTo = (seq: string): string => `
  SELECT encode(sha256(convert_to(concat_ws(' ', c.seq, c.palace_number, c.palace), 'UTF8')), 'hex')
  FROM synapse_palace.changes c WHERE c.wing = $1 AND c.seq <= ${seq} ORDER BY c.seq DESC LIMIT 1`;

/** The mark of the last change of wing $1 up to $2 and up to $3; null if there is none. */
export const marksQuery = `SELECT (${markUpTo('$2')}) AS after, (${markUpTo('$3')}) AS done`;

const big = z.string().transform(Number);
const count = z.number().int().min(0);
/** A member may have sent any text as a time. That must not stop the others. */
const time = z.string().transform((text) => writtenTime(text) ?? isoTime(0));
const scale = z.number().nullable().catch(null);

export const pulledRowSchema = z.object({
  seq: big,
  wing: z.string(),
  drawer_id: z.string(),
  field: z.string(),
  value: z.json(),
  palace: z.string(),
  at: time,
  refused: z.boolean(),
  previous: z.string().nullable(),
  member: z.string(),
  record: z.record(z.string(), z.json()).nullable(),
  text: z.string().nullable(),
  vector: z.string().nullable(),
  scale,
  model: z.string().nullable(),
  found: count,
});

const marksSchema = z.tuple([z.object({ after: z.string().nullable(), done: z.string().nullable() })]);
export const marksOf = (rows: readonly unknown[]): PulledPage['marks'] => marksSchema.parse(rows)[0];

/** The change in a row; none if its field is unknown, which no palace sends. */
export const changesOf = (row: z.infer<typeof pulledRowSchema>): NumberedChange[] => {
  const field = teamFields.find((each) => each === row.field);
  if (field === undefined) return [];
  const change = {
    seq: row.seq,
    wing: fromStored(row.wing),
    drawerId: fromStored(row.drawer_id),
    at: row.at,
    member: row.member,
    palace: fromStored(row.palace),
    refused: row.refused,
    previous: row.previous === null ? null : fromStored(row.previous),
  };
  return [
    field === 'add'
      ? { ...change, field, value: drawerOf(row) }
      : { ...change, field, value: mapTexts(row.value, fromStored) as Json },
  ];
};

const drawerOf = ({ record, text, ...vector }: z.infer<typeof pulledRowSchema>): SharedDrawer | null =>
  record === null || text === null ? null : sharedDrawerOf({ record, text, ...vector });

/** The columns of a drawer that exists. */
export const sharedDrawerRow = z.object({
  record: z.record(z.string(), z.json()),
  text: z.string(),
  vector: z.string().nullable(),
  scale,
  model: z.string().nullable(),
});

export const sharedDrawerOf = ({
  record,
  text,
  vector,
  scale,
  model,
}: z.infer<typeof sharedDrawerRow>): SharedDrawer => ({
  record: mapTexts(record, fromStored) as SharedDrawer['record'],
  text: fromStored(text),
  vector:
    vector === null || scale === null || model === null
      ? null
      : { model: fromStored(model), scale, data: vectorData(vector) },
});

/** By the wing's stored name. */
const wingModelsSchema = recordByName(z.array(z.object({ key: z.string().transform(fromStored), dim: count })));

const teamStateSchema = z.object({
  number: count,
  team: z.string(),
  member: z.string(),
  lastSeq: count,
  lastNumber: count,
  wings: z.array(
    z.object({
      name: z.string(),
      right: z.enum(['owner', 'writer', 'reader']),
      drawers: count,
      includesSensitive: z.boolean(),
    }),
  ),
  palaces: z.array(
    z.object({
      palace: z.string().transform(fromStored),
      member: z.string(),
      name: z.string().transform(fromStored),
      seenAt: time,
      pulledTo: count,
    }),
  ),
  erasuresDue: count,
});

/** What `hello` and `wing_models` answer. `number` is the team's number, which the channel of its notices is named after. */
export const teamStateOf = (told: unknown, models: unknown): TeamState & { readonly number: number } => {
  const { wings, ...state } = teamStateSchema.parse(told);
  const made = wingModelsSchema.parse(models);
  return {
    ...state,
    wings: wings.map(({ name, ...wing }) => ({ ...wing, name: fromStored(name), models: made[name] ?? [] })),
  };
};
