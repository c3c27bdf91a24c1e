import type { Analyser } from '../../lexical/text/analysis.ts';
import { placesOf, recordedPlaces, scoreEvents, type Candidate } from '../candidates/candidate.ts';
import { foldScore } from '../candidates/scoreSum.ts';
import { textTerms } from '../candidates/textTerms.ts';
import { drawerOfPacket, entryOfPacket, packetDrawer } from './packetDrawer.ts';
import type { Packet, PacketData } from './packetSchema.ts';

/** A candidate in a packet; `hash` is its content hash or a label that replaces it, `words` the terms that the phases may look for. */
export const packetCandidate = (
  candidate: Candidate,
  hash: string,
  words: ReadonlySet<string>,
): PacketData['candidates'][number] => ({
  ...(candidate.palace === undefined ? {} : { palace: candidate.palace }),
  slot: candidate.entry.slot,
  source_number: candidate.entry.sourceNumber,
  drawer: packetDrawer(candidate.drawer, hash),
  cosine: candidate.cosine,
  has_vector: candidate.hasVector,
  ...(candidate.unembeddable === true ? { unembeddable: true } : {}),
  relevance: candidate.relevance,
  legs: recordedPlaces(candidate.legs),
  ...(candidate.closetLine === undefined ? {} : { closet_line: candidate.closetLine }),
  score_events: scoreEvents(candidate),
  also_in: [...candidate.alsoIn],
  ...(candidate.annotations === undefined ? {} : { annotations: [...candidate.annotations] }),
  ...(candidate.drawer.sensitive ? { terms: knownTerms(candidate, words) } : {}),
});

/** The positions of the query's words in a text, and whether it mentions a time. The phases need no more of a text. */
const knownTerms = (
  { terms: { terms, positions, sentence, timeMention } }: Candidate,
  words: ReadonlySet<string>,
): PacketData['candidates'][number]['terms'] => {
  const places = terms.flatMap((term, i) => (words.has(term) ? [i] : []));
  return {
    terms: places.map((i) => terms[i] ?? ''),
    positions: places.map((i) => positions[i] ?? 0),
    sentence: places.map((i) => sentence[i] ?? 0),
    mentions_time: timeMention() !== null,
  };
};

/** The candidate that a packet holds. A placeholder stands for the text of a sensitive drawer. */
export const candidateOf = (recorded: Packet['candidates'][number], analyser: Analyser): Candidate => {
  const drawer = drawerOfPacket(recorded.drawer);
  const { terms } = recorded;
  return {
    ...(recorded.palace === undefined ? {} : { palace: recorded.palace }),
    entry: entryOfPacket(drawer, recorded.slot, recorded.source_number),
    drawer,
    cosine: recorded.cosine,
    hasVector: recorded.has_vector,
    ...(recorded.unembeddable === true ? { unembeddable: true } : {}),
    relevance: recorded.relevance,
    legs: placesOf(recorded.legs),
    events: recorded.score_events,
    score: foldScore(recorded.cosine, recorded.score_events),
    alsoIn: recorded.also_in,
    ...(recorded.closet_line === undefined ? {} : { closetLine: recorded.closet_line }),
    ...(recorded.annotations === undefined ? {} : { annotations: recorded.annotations }),
    terms:
      terms === undefined
        ? textTerms(drawer.text, analyser)
        : {
            terms: terms.terms,
            positions: Uint32Array.from(terms.positions),
            sentence: Uint32Array.from(terms.sentence),
            timeMention: () => (terms.mentions_time ? '' : null),
          },
  };
};
