import * as z from 'zod';
import { legTimesSchema, type LegTime } from '../../contract/search/linkSchemas.ts';
import type { Analyser } from '../../lexical/text/analysis.ts';
import { drawerId } from '../../model/drawer/ids.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { phaseSnapshotSchema, type PhaseSnapshot } from '../phases/phaseSnapshot.ts';
import type { LinkedPool } from '../query/linkedSession.ts';
import { candidateOf } from '../replay/packetCandidate.ts';
import { packetCandidateSchema } from '../replay/packetSchema.ts';
import { linkedId } from '../../model/drawer/linkedId.ts';

const count = z.number().int().min(0);
/** JSON has no infinity: null stands for a range without scores. */
const rangeSchema = z.object({ least: z.number().nullable(), most: z.number().nullable() });
const parts = z.object({ text: z.number(), path: z.number(), names: z.number() });

/** A pool as it travels between palaces. */
const poolDataSchema = z.object({
  candidates: z.array(
    z.object({
      candidate: packetCandidateSchema,
      /** Text of a sensitive drawer with its secrets masked. */
      masked: z.string().optional(),
      fields: parts,
      /** The vector's int8 components in base64. */
      vector: z.string().nullable(),
    }),
  ),
  in_scope: count,
  drawers: count,
  /** Those of the scope that need not wait for a vector. */
  with_vector: count,
  legs: z.record(z.string(), count),
  matched: count,
  lexical_range: rangeSchema,
  dense_range: rangeSchema.nullable(),
  confidence: z.number(),
  snapshot: phaseSnapshotSchema,
  has_more: z.boolean(),
  /** What the model guard says, and what is damaged there. */
  warning: z.string().nullable(),
  times: legTimesSchema,
});
export type PoolData = z.input<typeof poolDataSchema>;

/** Slots and source numbers of the n-th linked palace begin at so many times n + 1, beyond those of any palace. */
const stride = 2 ** 32;

/**
 * A linked palace's answer as this palace's search uses it: drawers have IDs, slots and sources that are unique
 * among all palaces. Throws a `ZodError` if it is not a pool.
 */
export const linkedPoolOf = (
  data: unknown,
  palace: string,
  place: number,
  analyser: Analyser,
): { readonly pool: LinkedPool; readonly warning: string | null; readonly times: readonly LegTime[] } => {
  const read = poolDataSchema.parse(data);
  const range = ({ least, most }: z.infer<typeof rangeSchema>): LinkedPool['lexicalRange'] => ({
    least: least ?? Infinity,
    most: most ?? -Infinity,
  });
  return {
    warning: read.warning,
    times: read.times ?? [],
    pool: {
      palace,
      candidates: read.candidates.map(({ candidate, masked, fields, vector }) => ({
        candidate: ofPalace(candidateOf(candidate, analyser), palace, (place + 1) * stride, masked),
        fields,
        vector: vector === null ? null : Int8Array.from(Buffer.from(vector, 'base64')),
      })),
      inScope: read.in_scope,
      drawers: read.drawers,
      withVector: read.with_vector,
      legs: read.legs,
      matched: read.matched,
      lexicalRange: range(read.lexical_range),
      denseRange: read.dense_range === null ? null : range(read.dense_range),
      confidence: read.confidence,
      snapshot: snapshotOf(read.snapshot, palace),
      hasMore: read.has_more,
    },
  };
};

const ofPalace = (candidate: Candidate, palace: string, base: number, masked: string | undefined): Candidate => {
  const id = drawerId(linkedId(palace, candidate.drawer.id));
  const named = (other: string | null) => (other === null ? null : drawerId(linkedId(palace, other)));
  const { drawer, entry } = candidate;
  return {
    ...candidate,
    palace,
    entry: { ...entry, id, slot: base + entry.slot, sourceNumber: base + entry.sourceNumber },
    drawer: {
      ...drawer,
      id,
      text: masked ?? drawer.text,
      supersededBy: named(drawer.supersededBy),
      consolidatedInto: named(drawer.consolidatedInto),
    },
  };
};

const snapshotOf = (snapshot: PhaseSnapshot, palace: string): PhaseSnapshot => {
  const named = (id: string): string => linkedId(palace, id);
  return {
    accesses: snapshot.accesses.map((access) => ({ ...access, id: named(access.id) })),
    coAccesses: snapshot.coAccesses.map(({ a, b, count: times }) => ({ a: named(a), b: named(b), count: times })),
    replacements: snapshot.replacements.map((row) => ({ ...row, id: named(row.id), by: named(row.by) })),
    ...(snapshot.consolidated === undefined
      ? {}
      : { consolidated: snapshot.consolidated.map(({ id, of }) => ({ id: named(id), of: of.map(named) })) }),
    ...(snapshot.changes === undefined
      ? {}
      : {
          changes: snapshot.changes.map(({ commit, drawers, files }) => ({
            commit: named(commit),
            drawers: drawers.map(named),
            files,
          })),
        }),
    ...(snapshot.tests === undefined
      ? {}
      : { tests: snapshot.tests.map((test) => ({ ...test, drawers: test.drawers.map(named) })) }),
    expansion: null,
  };
};
