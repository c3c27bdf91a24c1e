import type { SearchHit } from '../../contract/search/searchResult.ts';
import {
  recordedPlaces,
  scoreEvents,
  type Candidate,
  type Drop,
  type ReplacedBy,
} from '../candidates/candidate.ts';
import { firstNames } from '../../lexical/text/definedNames.ts';
import { drawerTitle } from '../candidates/drawerTitle.ts';
import { scoreBreakdown } from '../candidates/scoreSum.ts';

/** A candidate in its wire form; the explanation is included only if asked for. */
export const searchHit = (candidate: Candidate, rank: number, explain: boolean): SearchHit => {
  const { drawer } = candidate;
  const names = firstNames(drawer);
  return {
    rank,
    drawer_id: drawer.id,
    ...(candidate.palace === undefined ? {} : { palace: candidate.palace }),
    wing: drawer.wing,
    room: drawer.room,
    type: drawer.type,
    tier: drawer.tier,
    source_file: drawer.sourceFile,
    lines: drawer.lines,
    filed_at: drawer.filedAt,
    text: drawer.text,
    ...(names.length === 0 ? {} : { names: [...names] }),
    pinned: drawer.pinned,
    archived: drawer.archived,
    sensitive: drawer.sensitive,
    ...(candidate.unembeddable === true ? { unembeddable: true } : {}),
    access_count: drawer.accessCount,
    matched_via: isViaCloset(candidate) ? 'closet' : 'drawer',
    ...(candidate.closetLine === undefined ? {} : { closet_preview: candidate.closetLine }),
    also_in: [...candidate.alsoIn],
    score: candidate.score,
    ...(candidate.selection === undefined ? {} : { selection_score: candidate.selection.score }),
    importance: drawer.importance,
    cosine_similarity: candidate.cosine,
    ...(explain
      ? {
          legs: { ...recordedPlaces(candidate.legs) },
          score_breakdown: scoreBreakdown(candidate.cosine, candidate.events),
          score_events: scoreEvents(candidate),
          ...(candidate.selection === undefined
            ? {}
            : { selection_events: candidate.selection.events.map((event) => ({ ...event })) }),
        }
      : {}),
    ...(candidate.replacedBy === undefined ? {} : { replaced_by: replacedBy(candidate.replacedBy) }),
    ...(candidate.inPlaceOf === undefined
      ? {}
      : { in_place_of: { drawer_id: candidate.inPlaceOf.id, title: candidate.inPlaceOf.title } }),
    annotations: [...(candidate.annotations ?? []), ...(candidate.hasVector ? [] : [wordsOnly(candidate)])],
  };
};

/** Why a result was not compared with the query by meaning. */
const wordsOnly = ({ drawer, palace, unembeddable }: Candidate): string =>
  drawer.sensitive
    ? 'Sensitive: found by its words only.'
    : palace !== undefined
      ? `No vector in “${palace}” to compare: found by its words only.`
      : unembeddable === true
        ? 'The model can’t embed its text: found by its words only.'
        : 'No vector yet: found by its words only.';

const replacedBy = ({ id, title, marked }: ReplacedBy): SearchHit['replaced_by'] => ({
  drawer_id: id,
  title,
  marked,
});

/** Whether the closets contributed more to the drawer's relevance than words and meaning. */
const isViaCloset = ({ legs: { lexical, dense, closets } }: Candidate): boolean =>
  closets !== undefined && closets.share > lexical.share + dense.share && closets.rank() !== null;

/** A drop in the form that the trace shows. */
export const dropEntry = (
  { candidate, phase, reason, facts }: Drop,
  explain: boolean,
): Record<string, unknown> => ({
  drawer_id: candidate.entry.id,
  dropped_at: phase,
  reason,
  score: candidate.score,
  cosine_similarity: candidate.cosine,
  wing: candidate.entry.wing,
  title: drawerTitle(candidate.drawer),
  ...facts,
  ...(explain
    ? { score_at_drop: { ...scoreBreakdown(candidate.cosine, candidate.events), partial_score: candidate.score } }
    : {}),
});
