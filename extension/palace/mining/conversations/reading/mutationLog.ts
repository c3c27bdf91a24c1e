import { listAt, type JsonRecord } from './jsonValue.ts';
import type { ProblemLog } from './problemLog.ts';

/** A value built up from a log of changes. */
interface MutationLog {
  apply(entry: JsonRecord, where: string): void;
  /** Undefined until an entry sets it. */
  value(): unknown;
}

type Container = Record<string, unknown> | unknown[];
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Applies entries as VS Code writes them: kind 0 sets the complete value, 1 sets at a path (`k`), 2 cuts the list there
 * to `i` elements and appends `v`, 3 removes. An entry whose path does not exist is skipped and reported.
 */
export const mutationLog = (log: ProblemLog): MutationLog => {
  let root: unknown;
  const change = (path: readonly unknown[], entry: JsonRecord): boolean => {
    const key = path.at(-1);
    let holder: unknown = root;
    for (const step of path.slice(0, -1)) holder = memberOf(holder, step);
    if (!isContainer(holder) || !fits(holder, key)) return false;
    if (entry['kind'] === 1) return set(holder, key, entry['v']);
    if (entry['kind'] === 3) return remove(holder, key);
    const list = memberOf(holder, key) ?? [];
    if (!Array.isArray(list)) return false;
    if (typeof entry['i'] === 'number' && entry['i'] >= 0 && entry['i'] < list.length)
      list.length = Math.floor(entry['i']);
    for (const value of listAt(entry, 'v')) list.push(value);
    return set(holder, key, list);
  };
  return {
    apply(entry, where) {
      const { kind } = entry;
      if (kind === 0) root = entry['v'];
      else if (kind !== 1 && kind !== 2 && kind !== 3) log.add(where, 'unknown_type');
      else if (root !== undefined && !change(listAt(entry, 'k'), entry)) log.add(where, 'bad_path');
    },
    value: () => root,
  };
};

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const fits = (holder: Container, key: unknown): key is string | number =>
  Array.isArray(holder)
    ? typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= holder.length
    : typeof key === 'string' && !forbidden.has(key);

const memberOf = (holder: unknown, key: unknown): unknown => {
  if (!isContainer(holder) || !fits(holder, key)) return undefined;
  if (Array.isArray(holder)) return holder[Number(key)];
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
};

const set = (holder: Container, key: string | number, value: unknown): boolean => {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
  return true;
};

const remove = (holder: Container, key: string | number): boolean => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return true;
};
