import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import type { FileAccess } from '../fileAccess.ts';

/** Bytes; a manifest that a person writes has a few thousand. */
const mostBytes = 1 << 20;
/** Characters of YAML, whose parser takes seconds for a mebibyte. */
const mostYaml = 1 << 17;

/** A manifest's text; undefined if it is missing, not a regular file, a link that leads out, or too large. */
export const manifestText = async (
  files: FileAccess,
  folder: string,
  name: string,
): Promise<string | undefined> => {
  try {
    return Buffer.from(await files.read(path.join(folder, name), { mostBytes, inside: folder })).toString('utf8');
  } catch {
    return undefined;
  }
};

const parsers = {
  json: (text: string): unknown => JSON.parse(text.replace(/^\ufeff/, '')),
  toml: (text: string): unknown => parseToml(text),
  // Without aliases: a few lines of them can stand for gigabytes. Keys are not compared each with all others.
  yaml: (text: string): unknown =>
    text.length > mostYaml ? undefined : parseYaml(text, { maxAliasCount: 0, uniqueKeys: false }),
} as const;

/** The value under the keys, one level per key; undefined if it is missing or the text can't be parsed. */
export const valueAt = (format: keyof typeof parsers, text: string, ...keys: readonly string[]): unknown => {
  try {
    return keys.reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Readonly<Record<string, unknown>>)[key]
          : undefined,
      parsers[format](text),
    );
  } catch {
    return undefined;
  }
};

/** Whether a manifest is whole: one that is being written or merged is not. Only JSON and TOML tell. */
export const isWhole = (name: string, text: string): boolean => {
  try {
    if (name.endsWith('.json')) parsers.json(text);
    if (name.endsWith('.toml')) parsers.toml(text);
    return true;
  } catch {
    return false;
  }
};
