import { describe, expect, it } from 'vitest';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';
import { replay } from '../../../../../extension/palace/retrieval/replay/replay.ts';
import { minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';
import { openPalace } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { wordHashEmbedder } from '../../../../fixtures/models/wordHashEmbedder.ts';

interface Changeable {
  [key: string]: unknown;
}
const recordedPacket = async (request: Changeable = {}) => {
  const { palace, folder } = await minedPalace();
  const result = await palace.search({ query: 'token rotate', explain: true, replay: true, ...request });
  await palace.close();
  return { result, folder, packet: JSON.parse(JSON.stringify(result.replay_packet)) as Changeable };
};
const refusal = (packet: unknown): PalaceError => {
  try {
    replay(packet);
  } catch (error) {
    return PalaceError.from(error);
  }
  return expect.unreachable('it should have been refused');
};

describe('a replay packet', () => {
  it('has the documented fields', async () => {
    const { packet, result } = await recordedPacket();
    expect(packet).toMatchObject({
      packet_version: 1,
      query: 'token rotate',
      profile_used: 'default',
      recorded_at: '2026-03-01T12:00:00.000Z',
      model_guard_result: 'MATCH',
      wing_counts_at_query_time: { harbor: 36 },
      pagination_state: { total: 36, scan_depth_reached: false },
      compaction_candidates: [],
      compaction_plan: { groups: [], summary_count: 0 },
    });
    expect(packet['score_events']).toEqual(
      result.results.map(({ drawer_id, score, score_events }) => ({ drawer_id, score, score_events })),
    );
  });

  it('answers as recorded though the model and the palace have changed since', async () => {
    const { packet, result, folder } = await recordedPacket();
    const changed = await openPalace({ folder, embedder: wordHashEmbedder('another') });
    const again = await changed.replay({
      packet: packet as { packet_version: 1; query: string; profile_used: string; recorded_at: string },
    });
    expect(JSON.stringify(again)).toBe(JSON.stringify({ ...result, replay_packet: undefined }));
    expect(again.pipeline_trace.model_guard.result).toBe('MATCH');
    await changed.close();
  });

  it('records when each phase began and how words were corrected; older packets without these open, too', async () => {
    const { packet, result } = await recordedPacket({ query: 'token rotatee' });
    const { phase_start_ms: starts = {}, phase_timing_ms: times, elapsed_ms: elapsed } = result.pipeline_trace;
    expect(Object.keys(starts).sort()).toEqual(Object.keys(times).sort());
    for (const [phase, start] of Object.entries(starts)) {
      expect(start, phase).toBeGreaterThanOrEqual(0);
      expect(start + Number(times[phase]), phase).toBeLessThanOrEqual(elapsed + 0.1);
    }
    expect(result.read_as).toEqual([{ word: 'rotatee', read_as: 'rotate' }]);
    expect(replay(packet)).toMatchObject({ read_as: result.read_as, pipeline_trace: { phase_start_ms: starts } });
    delete packet['read_as'];
    packet['timing'] = { elapsed_ms: elapsed, phase_timing_ms: times };
    const older = replay(packet);
    expect(older.results).toEqual(result.results);
    expect(older).not.toHaveProperty('read_as');
    expect(older.pipeline_trace).not.toHaveProperty('phase_start_ms');
  });

  it('of a search that a strict guard blocked gives the same error again', async () => {
    const { palace, folder } = await minedPalace();
    await palace.close();
    const other = await openPalace({ folder, embedder: wordHashEmbedder('another') });
    const { replay_packet: packet, ...expected } = await other.search({
      query: 'token',
      replay: true,
      candidate_trace: true,
      overrides: { model_guard_strict: true },
    });
    expect(JSON.stringify(replay(JSON.parse(JSON.stringify(packet))))).toBe(JSON.stringify(expected));
    expect(expected.error?.code).toBe('E_MODEL_MISMATCH');
    expect(packet?.['model_guard_result']).toBe('MISMATCH');
    await other.close();
  });

  it('of an earlier version, without later flags, is ranked as it was then', async () => {
    const then = {
      pair_scope: 'all',
      sentence_scope: 'all',
      kind_weight: 0,
      kind_docs_share: 0.5,
      source_support: 0,
      source_decline: 0,
      neighbour_weight: 0,
      series_weight: 0,
      history_weight: 0,
      tests_weight: 0,
      supersede_lift_enabled: false,
    };
    const { packet, result } = await recordedPacket({ overrides: then });
    const flags = Object.entries(packet['profile_flags'] as Changeable).filter(
      ([name]) =>
        !['spelling_enabled', 'path_weight', 'names_weight', 'subject_weight', ...Object.keys(then)].includes(
          name,
        ),
    );
    const replayed = replay({ ...packet, profile_flags: Object.fromEntries(flags) });
    expect(replayed.results).toEqual(result.results);
    expect(replayed.warnings).toEqual(result.warnings);
  });

  it('says so if this version ranks differently from the recording one', async () => {
    const { packet } = await recordedPacket();
    const [first, ...others] = packet['score_events'] as unknown[];
    expect(replay({ ...packet, score_events: [...others, first] }).warnings.join()).toContain(
      'ranked differently',
    );
  });

  it('does not call another wording of a reason another ranking', async () => {
    const { packet, result } = await recordedPacket();
    const reworded = (packet['score_events'] as { score_events: Changeable[] }[]).map((of) => ({
      ...of,
      score_events: of.score_events.map((event) => ({ ...event, reason: `formerly: ${String(event['reason'])}` })),
    }));
    expect(reworded.some((of) => of.score_events.length > 0)).toBe(true);
    expect(replay({ ...packet, score_events: reworded }).warnings).toEqual(result.warnings);
  });

  it.each([
    ['nothing at all', () => null, 'it must be an object'],
    ['another version', (packet: Changeable) => ({ ...packet, packet_version: 2 }), 'packet_version'],
    ['a missing field', (packet: Changeable) => ({ ...packet, now_ms: undefined }), 'now_ms'],
    [
      'a flag out of bounds',
      (packet: Changeable) => ({
        ...packet,
        profile_flags: { ...(packet['profile_flags'] as Changeable), mmr_lambda: 7 },
      }),
      'profile_flags.mmr_lambda',
    ],
    [
      'similarities of nobody',
      (packet: Changeable) => ({ ...packet, similarities: { pairs: [0, 1_000_000], cosines: [1] } }),
      'similarities',
    ],
    [
      'a drawer without its text',
      (packet: Changeable) => ({
        ...packet,
        candidates: (packet['candidates'] as Changeable[]).map((one, i) =>
          i === 3 ? { ...one, drawer: { ...(one['drawer'] as Changeable), text: null } } : one,
        ),
      }),
      'candidates.3',
    ],
    [
      'a date that is none',
      (packet: Changeable) => ({
        ...packet,
        candidates: (packet['candidates'] as Changeable[]).map((one) => ({
          ...one,
          drawer: { ...(one['drawer'] as Changeable), filed_at: 'yesterday' },
        })),
      }),
      'candidates.0.drawer.filed_at',
    ],
  ])('with %s is refused, naming the place', async (_, change, where) => {
    const { packet } = await recordedPacket();
    const error = refusal(change(packet));
    expect(error.code).toBe('E_REPLAY');
    expect(error.message).toContain(where);
  });

  it('that lacks a similarity which a phase needs is refused', async () => {
    const { packet } = await recordedPacket({ overrides: { mmr_lambda: 0.5 } });
    expect(refusal({ ...packet, similarities: { pairs: [], cosines: [] } }).message).toContain('similarities');
  });
});
