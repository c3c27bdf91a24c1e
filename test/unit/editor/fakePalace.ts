import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import { palaceMethods, type PalaceApi } from '../../../extension/palace/contract/palaceApi.ts';
import type { DrawerView } from '../../../extension/palace/contract/drawerViewSchema.ts';
import type { HookName } from '../../../extension/palace/contract/hookNames.ts';
import type { PalaceStatus } from '../../../extension/palace/contract/maintenanceSchemas.ts';
import type { SearchHit, SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import type { PalaceConnection, PalaceEvent } from '../../../extension/service/palaceConnection.ts';

/** A status of a palace with the given drawers, everything else unremarkable. */
export const statusOf = (total: number, changes: Partial<PalaceStatus> = {}): PalaceStatus => ({
  drawers: {
    total,
    archived: 0,
    by_wing: { app: total },
    by_room: { app: { src: total } },
    by_type: { file: total },
    by_tier: { working: total },
  },
  embeddings: {
    model: 'm',
    dim: 384,
    engine: 'e',
    done: total,
    pending: 0,
    per_second: null,
    state: 'ready',
    hold_up: null,
  },
  patterns: { active: 0 },
  palace: { path: '/p', revision: 1, schema_version: 1, bytes: 1500, state: 'ok', workspace: 'app' },
  model_guard: { result: 'MATCH', ingest_model: 'm', query_model: 'm', dim_ingest: 384, dim_query: 384 },
  moved: [],
  waiting: [],
  mining: null,
  warnings: [],
  ...changes,
});

export const drawerOf = (index: number, changes: Partial<DrawerView> = {}): DrawerView => ({
  drawer_id: `drawer_${index}`,
  wing: 'app',
  room: 'src',
  type: 'file',
  tier: 'working',
  text: `text ${index}`,
  source_file: `src/${index}.ts`,
  span: { start: 0, end: 6 },
  lines: { start: 1, end: 1 },
  chunk_index: 0,
  content_hash: '',
  filed_at: '2026-01-02T00:00:00.000Z',
  created_at: '2026-01-02T00:00:00.000Z',
  importance: 0.5,
  pinned: false,
  sensitive: false,
  archived: false,
  archived_at: null,
  archive_reason: null,
  access_count: 0,
  last_accessed: null,
  speaker: null,
  has_vector: true,
  superseded_by: null,
  consolidated_into: null,
  tags: [],
  properties: {},
  ...changes,
});

export const hitOf = (index: number, changes: Partial<SearchHit> = {}): SearchHit => ({
  rank: index + 1,
  drawer_id: `drawer_${index}`,
  wing: 'app',
  room: 'src',
  type: 'file',
  tier: 'working',
  source_file: `src/${index}.ts`,
  lines: { start: 1, end: 2 },
  filed_at: '2026-01-02T00:00:00.000Z',
  text: `text ${index}`,
  pinned: false,
  archived: false,
  sensitive: false,
  access_count: 0,
  matched_via: 'drawer',
  also_in: [],
  score: 1,
  annotations: [],
  ...changes,
});

export const resultOf = (query: string, results: SearchHit[]): SearchResult => ({
  query,
  profile: 'default',
  results,
  warnings: [],
  pipeline_trace: {
    phases_applied: [],
    phases_skipped: [],
    total_candidates_in: results.length,
    total_results_out: results.length,
    profile_used: 'default',
    elapsed_ms: 1,
    phase_timing_ms: {},
    warnings: [],
    scope: { palace: 9, in_scope: 9, without_vector: 0 },
    legs: {},
    terms: [],
    model_guard: { result: 'MATCH', ingest_model: 'm', query_model: 'm', dim_ingest: 384, dim_query: 384 },
  },
});

/** Calls that a test does not give reject, so that no test passes by a call it did not expect. */
export const apiOf = (calls: Partial<PalaceApi>): PalaceApi => {
  const refused = palaceMethods.map((name) => [
    name,
    () => Promise.reject(new PalaceError('E_INTERNAL', `unexpected call: ${name}`)),
  ]);
  return { ...Object.fromEntries(refused), ...calls } as PalaceApi;
};

/** A connection whose events the test tells. */
export const connectionOf = (calls: Partial<PalaceApi>) => {
  const listeners = new Set<(event: PalaceEvent) => void>();
  const hooks = new Set<{ readonly name: HookName; readonly hook: (context: unknown) => unknown }>();
  let closed = 0;
  const connection: PalaceConnection = {
    folder: '/p',
    api: apiOf(calls),
    onEvent: (listener) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    registerHook: (name, hook) => {
      const own = { name, hook: hook as (context: unknown) => unknown };
      hooks.add(own);
      return { dispose: () => void hooks.delete(own) };
    },
    close: () => {
      closed += 1;
      return Promise.resolve();
    },
  };
  return {
    connection,
    tell: (event: PalaceEvent) => listeners.forEach((listener) => listener(event)),
    closed: () => closed,
    listeners,
    hooks,
  };
};
