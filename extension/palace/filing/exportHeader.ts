import * as z from 'zod';
import { parseJson } from '../../base/text/parseJson.ts';

const recordKinds = ['drawers', 'sources', 'pairs', 'patterns'] as const;
/** What a JSONL file of an export holds. */
export type RecordKind = (typeof recordKinds)[number];

const headerSchema = z.object({ synapse_palace_export: z.number().int().min(1), records: z.enum(recordKinds) });
/** The first line of each JSONL file of an export: the format's version, and what the other lines are. */
export type ExportHeader = z.infer<typeof headerSchema>;

/** What a file's first line announces; undefined if it is not the header of an export. */
export const exportHeader = (line: string): ExportHeader | undefined =>
  headerSchema.safeParse(parseJson(line)).data;
