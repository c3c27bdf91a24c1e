import { entryTypes, tiers, type EntryType, type Tier } from '../../model/drawer/drawer.ts';
import { firstTierOf } from '../../model/drawer/noteTypes.ts';
import { foreignTime } from './foreignTime.ts';
import { plainDrawer, type ImportedDrawer } from '../record/importItem.ts';

/** A row of Synaptic's table `entries`. Columns that the file's version lacks are null. */
export interface SynapticEntry {
  readonly rowid: number;
  readonly id: string;
  readonly date: string | null;
  readonly time: string | null;
  readonly type: string | null;
  readonly tags: string | null;
  readonly content: string;
  readonly source_file: string | null;
  readonly tier: string | null;
  readonly access_count: number | null;
  readonly last_accessed: string | null;
  readonly pinned: number | null;
  readonly archived: number | null;
  readonly label: string | null;
  readonly project: string | null;
  readonly session_id: string | null;
  readonly agent_id: string | null;
  readonly name: string | null;
  readonly summary: string | null;
  readonly project_root: string | null;
  readonly referenced_entry_ids: string | null;
}

/** Types that have another name in ours. */
const ourTypes: ReadonlyMap<string, EntryType> = new Map([
  ['rule', 'decision'],
  ['checkpoint', 'progress'],
]);
const kept = [
  'label',
  'project',
  'session_id',
  'agent_id',
  'name',
  'summary',
  'project_root',
  'referenced_entry_ids',
  'last_accessed',
] as const;

/** Converts a Synaptic entry to a drawer of ours. What has no place there becomes properties `synaptic:…`. */
export const synapticDrawer = (entry: SynapticEntry): ImportedDrawer => {
  const type = entry.type ?? 'reference';
  const isRule = type === 'rule';
  const filedAt =
    foreignTime(entry.time === null ? (entry.date ?? '') : `${entry.date ?? ''} ${entry.time}`) ?? null;
  // Only the day of the last access is known, and it can't be before the filing.
  const accessed = foreignTime(entry.last_accessed ?? '') ?? null;
  const properties: Record<string, string> = Object.fromEntries(
    kept.flatMap((name) => {
      const value = entry[name];
      return value === null || value === '' ? [] : [[`synaptic:${name}`, value]];
    }),
  );
  const known = entryTypes.find((name) => name === type);
  if (known === undefined) properties['synaptic:type'] = type;
  const isFile = /[\\/]/.test(entry.source_file ?? '');
  return {
    ...plainDrawer,
    id: entry.id,
    text: entry.content,
    wing: wingOf(entry),
    room: type === 'git_commit' ? 'git' : isRule ? 'rules' : 'notes',
    type: known ?? ourTypes.get(type) ?? 'reference',
    source: isFile && entry.source_file !== null ? { id: null, kind: 'import', path: entry.source_file } : null,
    chunkIndex: Math.max(0, entry.rowid),
    filedAt,
    tier: isRule
      ? 'longterm'
      : (tiers.find((tier): tier is Tier => tier === entry.tier) ??
        firstTierOf(known ?? ourTypes.get(type) ?? 'reference')),
    pinned: isRule || entry.pinned === 1,
    archived: entry.archived === 1 ? { at: null, reason: 'imported_archived' } : null,
    accessCount: Math.max(0, Math.trunc(entry.access_count ?? 0)),
    lastAccessed: accessed !== null && filedAt !== null && accessed < filedAt ? filedAt : accessed,
    tags: [
      ...new Set(
        (entry.tags ?? '')
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      ),
    ].sort(),
    properties,
  };
};

const wingOf = ({ project, project_root: root }: SynapticEntry): string =>
  [project, root?.split(/[\\/]/).findLast((part) => part !== '')].find(
    (name) => name !== null && name !== undefined && name.trim() !== '',
  ) ?? 'synaptic';
