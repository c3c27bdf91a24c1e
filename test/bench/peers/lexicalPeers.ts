import { Analyser } from '../../../extension/palace/lexical/text/analysis.ts';
import { LexicalIndex } from '../../../extension/palace/lexical/lexicalIndex.ts';
import { lexicalLeg, parsedLexicalQuery } from '../../../extension/palace/retrieval/legs/lexicalLeg.ts';
import { builtInProfiles } from '../../../extension/palace/retrieval/profiles/builtInProfiles.ts';
import { syntheticText } from '../support/syntheticWorkspace.ts';
import { built, own, timed, type Figures, type Peer } from './peerFigures.ts';
import { openNativeSqlite } from './nativeSqlite.ts';
import { loadPeer } from './peerPackages.ts';

/** Results that each program is asked for. */
const depth = 100;

interface Corpus {
  readonly texts: readonly string[];
  readonly queries: readonly string[];
}

/** Paragraphs of about 800 characters and queries of two to seven words, by Zipf's law; always the same. */
const corpusOf = (drawers: number): Corpus => {
  const text = syntheticText(42);
  const texts = Array.from({ length: drawers }, text.paragraph);
  const queries = Array.from({ length: 100 }, (_, i) =>
    Array.from({ length: 2 + (i % 6) }, () => text.word()).join(' '),
  );
  return { texts, queries };
};

/** A program that indexes texts by their place and returns a search by any of the words. */
type Indexer = (texts: readonly string[]) => ((query: string) => unknown) | Promise<(query: string) => unknown>;

const ourIndex: Indexer = (texts) => {
  const index = new LexicalIndex(new Analyser());
  texts.forEach((text, slot) => index.add(slot, { text, names: '', path: null }, slot));
  const scope = { mask: new Uint8Array(texts.length).fill(1), count: texts.length };
  const flags = builtInProfiles['default'];
  if (flags === undefined) throw new Error('There is no profile “default”.');
  const options = { flags, isCommit: () => false };
  return (query) => lexicalLeg(index, parsedLexicalQuery(index, query), scope, options).order(depth);
};

const ftsIndex: Indexer = (texts) => {
  const database = openNativeSqlite(':memory:');
  database.exec("create virtual table drawer using fts5(text, tokenize = 'porter'); begin");
  const insert = database.prepare('insert into drawer(rowid, text) values (?, ?)');
  texts.forEach((text, i) => insert.run(i, text));
  database.exec('commit');
  const search = database.prepare(
    `select rowid from drawer where drawer match ? order by rank limit ${String(depth)}`,
  );
  return (query) =>
    search.all(
      query
        .split(' ')
        .map((word) => `"${word}"`)
        .join(' OR '),
    );
};

interface MiniSearchModule {
  readonly default: new (options: { readonly fields: readonly string[] }) => {
    readonly addAll: (documents: readonly { readonly id: number; readonly text: string }[]) => void;
    readonly search: (query: string) => unknown[];
  };
}

const miniSearchIndex: Indexer = (texts) => {
  const loaded = loadPeer<MiniSearchModule | MiniSearchModule['default']>('minisearch');
  const index = new ('default' in loaded ? loaded.default : loaded)({ fields: ['text'] });
  index.addAll(texts.map((text, id) => ({ id, text })));
  return (query) => index.search(query).slice(0, depth);
};

interface Orama {
  readonly create: (options: { readonly schema: object }) => object;
  readonly insertMultiple: (index: object, documents: readonly object[]) => Promise<unknown>;
  readonly search: (index: object, request: object) => unknown;
}

const oramaIndex: Indexer = async (texts) => {
  const orama = loadPeer<Orama>('@orama/orama');
  const index = orama.create({ schema: { text: 'string' } });
  await orama.insertMultiple(
    index,
    texts.map((text) => ({ text })),
  );
  return (term) => orama.search(index, { term, limit: depth, threshold: 1 });
};

/** The lexical leg alone: 100 results of so many drawers for any of a query's words, best first. */
export const lexicalPeers = (drawers: number): readonly Peer[] => {
  const measured = (index: Indexer) => async (): Promise<Figures> => {
    const { texts, queries } = corpusOf(drawers);
    const { value: search, figures } = await built(() => index(texts));
    return { ...(await timed(queries, search)), ...figures };
  };
  return [
    { name: own, measure: measured(ourIndex) },
    { name: 'SQLite FTS5, Porter', needs: 'better-sqlite3', measure: measured(ftsIndex) },
    { name: 'MiniSearch', needs: 'minisearch', measure: measured(miniSearchIndex) },
    { name: 'Orama', needs: '@orama/orama', measure: measured(oramaIndex) },
  ];
};
