import type { Disposable } from '../../base/disposable.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import type { Analyser } from '../lexical/text/analysis.ts';
import { lexicalDocument } from '../lexical/lexicalDocument.ts';
import { LexicalIndex } from '../lexical/lexicalIndex.ts';
import { contentHash, type Drawer } from '../model/drawer/drawer.ts';
import { drawerId, isoTime, sourceId } from '../model/drawer/ids.ts';
import { stampKey, type ModelStamp } from '../model/embedding/modelStamp.ts';
import { isNoteType } from '../model/drawer/noteTypes.ts';
import type { LinkedPalaceParts } from '../retrieval/links/linkedPool.ts';
import type { DrawerReads } from '../store/palaceStore.ts';
import { importedFrom, vectorFor } from '../team/sharedDrawer.ts';
import type { RecalledDrawer } from '../team/teamRecall.ts';
import { newDrawer } from '../transfer/fileImported.ts';
import type { ImportedDrawer } from '../transfer/record/importItem.ts';
import { VectorIndex } from '../vectors/vectorIndex.ts';

export interface PageOptions {
  readonly analyser: Analyser;
  readonly termsOf: LinkedPalaceParts['termsOf'];
  /** The model of the query's vector; null: no vectors are compared. */
  readonly model: ModelStamp | null;
  readonly now: () => number;
}

/**
 * Drawers of a team in the form in which a palace searches its own. Entries that can't be drawers are left out, and
 * each text occurs once.
 */
interface RecalledPage extends LinkedPalaceParts, Disposable {
  readonly drawers: readonly Drawer[];
}

/** Indexes drawers from a team's server, for one search. */
export const recalledPage = (
  recalled: readonly RecalledDrawer[],
  { analyser, termsOf, model, now }: PageOptions,
): RecalledPage => {
  const kept = readableOnce(recalled);
  const drawers = kept.map(({ imported, found }, i) => drawerFrom(imported, found.member, i + 1));
  const byId = new Map(drawers.map((drawer) => [drawer.id, drawer]));
  const metaOf = (id: string) => kept[(byId.get(drawerId(id))?.rowid ?? 0) - 1];
  const catalogue = new Catalogue((tags) => {
    const wanted = new Set(tags.map((tag) => tag.toLowerCase()));
    return drawers
      .filter(({ id }) => metaOf(id)?.imported.tags.some((tag) => wanted.has(tag.toLowerCase())))
      .map(({ id }) => id);
  });
  const lexical = new LexicalIndex(analyser);
  const vectors = model === null ? null : new VectorIndex(model.dim);
  for (const drawer of drawers) {
    const slot = catalogue.add(drawer);
    const { imported, found } = kept[drawer.rowid - 1] ?? {};
    const note = isNoteType(drawer.type) ? { title: null, tags: imported?.tags ?? [] } : null;
    lexical.add(slot, lexicalDocument(drawer, found?.before ?? null, note), 0);
    if (found !== undefined && model !== null)
      for (const { scale, data } of vectorFor(drawer.rowid, found, stampKey(model), model.dim))
        vectors?.set(slot, scale, data);
  }
  return {
    drawers,
    catalogue,
    lexical,
    vectors: () => vectors,
    read: drawerReads(drawers, byId, metaOf),
    termsOf,
    ingestModel: () => model,
    now,
    damage: () => null,
    dispose: () => vectors?.dispose(),
  };
};

/** What the server sent of a drawer, and the drawer as an import reads it. */
interface KeptDrawer {
  readonly found: RecalledDrawer;
  readonly imported: ImportedDrawer;
}

/** Those that can be drawers, each text once. */
const readableOnce = (recalled: readonly RecalledDrawer[]): KeptDrawer[] => {
  const texts = new Set<string>();
  return recalled.flatMap((found) => {
    const imported = importedFrom(found, found);
    if ('problem' in imported || texts.has(imported.text)) return [];
    texts.add(imported.text);
    return [{ found, imported }];
  });
};

/** Reads the drawers as if they were stored: the n-th has row n. Nobody has used them here. */
const drawerReads = (
  drawers: readonly Drawer[],
  byId: ReadonlyMap<string, Drawer>,
  metaOf: (id: string) => KeptDrawer | undefined,
): DrawerReads => ({
  drawersByRowid: (rowids) => rowids.flatMap((rowid) => drawers[rowid - 1] ?? []),
  drawerById: (id) => byId.get(id),
  tagsOf: (ids) => new Map(ids.map((id) => [id, metaOf(id)?.imported.tags ?? []])),
  propertiesOf: (id) => metaOf(id)?.imported.properties ?? {},
  propertyOf: (ids, name) =>
    new Map(
      ids.flatMap((id) => {
        const value = metaOf(id)?.imported.properties[name];
        return value === undefined ? [] : [[id, value] as const];
      }),
    ),
  meta: () => undefined,
  findingsOf: (id) => [...(metaOf(id)?.imported.findings ?? [])],
  patternsWith: () => [],
  usage: { sessionsInWindow: () => [], coAccesses: () => [] },
  team: {
    filedBy: (ids) =>
      new Map(
        ids.flatMap((id) => {
          const member = metaOf(id)?.found.member;
          return member === undefined ? [] : [[id, member] as const];
        }),
      ),
  },
});

/** Its source belongs to its member: two members' files with the same path are two files. */
const drawerFrom = (imported: ImportedDrawer, member: string, rowid: number): Drawer => {
  const { source, archived, supersededBy, consolidatedInto } = imported;
  const hash = contentHash(imported.text);
  const from = source === null ? null : sourceId(`${member}/${source.id ?? source.path}`);
  return {
    ...newDrawer(imported, hash, from, isoTime(0)),
    rowid,
    sourceFile: source?.path ?? null,
    archived: archived !== null,
    archivedAt: archived?.at ?? null,
    archiveReason: archived?.reason ?? null,
    supersededBy: supersededBy === null ? null : drawerId(supersededBy),
    consolidatedInto: consolidatedInto === null ? null : drawerId(consolidatedInto),
    accessCount: 0,
    lastAccessed: null,
  };
};
