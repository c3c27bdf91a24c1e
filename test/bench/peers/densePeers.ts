import { bestSlots } from '../../../extension/palace/retrieval/legs/bestSlots.ts';
import { quantise } from '../../../extension/palace/vectors/quantise.ts';
import { VectorIndex } from '../../../extension/palace/vectors/vectorIndex.ts';
import { mean } from '../support/rankingMetrics.ts';
import { randomNumbers } from '../support/syntheticWorkspace.ts';
import { built, own, timed, type Figures, type Peer } from './peerFigures.ts';
import { loadPeer } from './peerPackages.ts';

const dim = 384;
const k = 10;
/** Groups that the vectors stand in: without any, no graph finds neighbours, since there are none. */
const groups = 500;

interface Corpus {
  readonly vectors: readonly Float32Array[];
  readonly queries: readonly Float32Array[];
}

const corpusOf = (drawers: number): Corpus => {
  const random = randomNumbers(11);
  const vector = (centre?: Float32Array): Float32Array => {
    const raw = Float32Array.from({ length: dim }, (_, i) => random() - 0.5 + (centre?.[i] ?? 0));
    const length = Math.hypot(...raw);
    return raw.map((x) => x / length);
  };
  const centres = Array.from({ length: groups }, () => vector().map((x) => x * 10));
  const nearOne = (): Float32Array => vector(centres[Math.floor(random() * groups)]);
  return { vectors: Array.from({ length: drawers }, nearOne), queries: Array.from({ length: 100 }, nearOne) };
};

/** The places of the nearest by the product of 32-bit floats. */
const exactly = (vectors: readonly Float32Array[], query: Float32Array): number[] => {
  const scores = Float64Array.from(vectors, (vector) =>
    vector.reduce((sum, x, i) => sum + x * (query[i] ?? 0), 0),
  );
  return bestSlots(scores, k);
};

type Search = (query: Float32Array) => number[];
type Indexer = (vectors: readonly Float32Array[]) => Search;

const ourIndex: Indexer = (vectors) => {
  const index = new VectorIndex(dim);
  index.reserve(vectors.length);
  vectors.forEach((vector, slot) => {
    const { scale, data } = quantise(vector);
    index.set(slot, scale, data);
  });
  return (query) => bestSlots(Float64Array.from(index.scan(query, vectors.length)), k);
};

interface Usearch {
  readonly Index: new (options: object) => {
    readonly add: (keys: BigUint64Array, vectors: Float32Array) => void;
    readonly search: (query: Float32Array, count: number, threads: number) => { readonly keys: BigUint64Array };
  };
}

const usearchIndex =
  (quantization: 'f32' | 'i8'): Indexer =>
  (vectors) => {
    const index = new (loadPeer<Usearch>('usearch').Index)({ metric: 'cos', dimensions: dim, quantization });
    // All in one call: one by one it crashes beyond some thousands.
    const matrix = new Float32Array(vectors.length * dim);
    vectors.forEach((vector, i) => {
      matrix.set(vector, i * dim);
    });
    index.add(
      BigUint64Array.from(vectors, (_, i) => BigInt(i)),
      matrix,
    );
    return (query) => Array.from(index.search(query, k, 1).keys, Number);
  };

interface Hnswlib {
  readonly HierarchicalNSW: new (
    space: string,
    dimensions: number,
  ) => HnswlibIndex & {
    readonly setEf: (ef: number) => void;
  };
  readonly BruteforceSearch: new (space: string, dimensions: number) => HnswlibIndex;
}
interface HnswlibIndex {
  readonly initIndex: (most: number) => void;
  readonly addPoint: (point: number[], label: number) => void;
  readonly searchKnn: (point: number[], count: number) => { readonly neighbors: number[] };
}

const filled = (index: HnswlibIndex, vectors: readonly Float32Array[]): Search => {
  index.initIndex(vectors.length);
  vectors.forEach((vector, i) => {
    index.addPoint([...vector], i);
  });
  return (query) => index.searchKnn([...query], k).neighbors;
};
const hnswlibGraph: Indexer = (vectors) => {
  const graph = new (loadPeer<Hnswlib>('hnswlib-node').HierarchicalNSW)('ip', dim);
  const search = filled(graph, vectors);
  graph.setEf(100);
  return search;
};
const hnswlibAll: Indexer = (vectors) =>
  filled(new (loadPeer<Hnswlib>('hnswlib-node').BruteforceSearch)('ip', dim), vectors);

/** The dense leg alone: the nearest 10 of so many vectors of 384 components, on one thread. */
export const densePeers = (drawers: number): readonly Peer[] => {
  const measured = (index: Indexer) => async (): Promise<Figures> => {
    const { vectors, queries } = corpusOf(drawers);
    const { value: search, figures } = await built(() => index(vectors));
    const speed = await timed(queries, search);
    const recall = mean(
      queries.map((query) => {
        const found = new Set(search(query));
        return exactly(vectors, query).filter((slot) => found.has(slot)).length / k;
      }),
    );
    return { ...speed, ...figures, 'recall@10': recall };
  };
  return [
    { name: own, measure: measured(ourIndex) },
    { name: 'usearch, graph of f32', needs: 'usearch', measure: measured(usearchIndex('f32')) },
    { name: 'usearch, graph of i8', needs: 'usearch', measure: measured(usearchIndex('i8')) },
    { name: 'hnswlib, graph, ef 100', needs: 'hnswlib-node', measure: measured(hnswlibGraph) },
    { name: 'hnswlib, all compared', needs: 'hnswlib-node', measure: measured(hnswlibAll) },
  ];
};
