import { tables } from './0001_tables.ts';
import { applying } from './0002_applying.ts';
import { calls } from './0003_calls.ts';
import { rights } from './0004_rights.ts';
import { recall } from './0005_recall.ts';
import { turns } from './0006_turns.ts';
import { models } from './0007_models.ts';
import { commits } from './0008_commits.ts';
import { parts } from './0009_parts.ts';

/**
 * The steps of the schema, in order; a step that was released is never changed, a later one adds to it. They run as the schema's
 * owner with `search_path = synapse_palace`; `{vector}` stands for the schema that holds pgvector.
 */
export const migrations: readonly string[] = [
  tables,
  applying,
  calls,
  rights,
  recall,
  turns,
  models,
  commits,
  parts,
];

/** The schema that this program knows. */
export const schemaVersion = migrations.length;
