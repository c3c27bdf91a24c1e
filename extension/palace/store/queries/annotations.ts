import type { DrawerId } from '../../model/ids.ts';

/** Where a secret stands in a drawer's text; its value is never kept by itself. */
export interface SecretFinding {
  /** The detector's rule, for instance `github_token`. */
  readonly rule: string;
  /** Half-open range of UTF-16 offsets in the drawer's text. */
  readonly start: number;
  readonly end: number;
}

export interface FiledFinding extends SecretFinding {
  readonly rowid: number;
  readonly drawerId: DrawerId;
}

/** Reads of what is noted about drawers beside their columns. Reading unknown drawers gives nothing. */
export interface AnnotationQueries {
  /** Tags in alphabetical order; drawers without any are left out. */
  tagsOf(ids: readonly DrawerId[]): ReadonlyMap<DrawerId, readonly string[]>;
  /** In order of filing, archived ones included. */
  drawerIdsTagged(tag: string): DrawerId[];
  /** How the given tags are written in this palace, whatever their letter case; `sha:` tags as they stand. */
  spellingsOf(tags: readonly string[]): string[];
  /** Every tag with the number of drawers that bear it. */
  tagCounts(): ReadonlyMap<string, number>;
  propertiesOf(id: DrawerId): Readonly<Record<string, string>>;
  /** In the drawer's order of text. */
  findingsOf(id: DrawerId): SecretFinding[];
  /** Findings of drawers with a higher rowid, a page of at most `limit` drawers. */
  findingsPage(afterRowid: number, limit: number): FiledFinding[];
}

/** Writes of what is noted about drawers. A drawer that does not exist throws E_DRAWER_NOT_FOUND. */
export interface AnnotationWrites {
  addTags(id: DrawerId, tags: readonly string[]): void;
  removeTags(id: DrawerId, tags: readonly string[]): void;
  /** Sets the given properties; the others stay. */
  putProperties(id: DrawerId, properties: Readonly<Record<string, string>>): void;
  /** In place of those that were there. */
  putFindings(id: DrawerId, findings: readonly SecretFinding[]): void;
}
