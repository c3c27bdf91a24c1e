import { raceAbort } from '../../base/async/raceAbort.ts';
import type { Duplicate, NoteCheck } from '../contract/noteSchemas.ts';
import type { CallOptions, PalaceApi } from '../contract/palaceApi.ts';
import { progressReporter } from '../filing/progressReporter.ts';
import { outcomeSchema } from '../indexing/noteCheckOutcome.ts';
import type { NoteChecks } from '../indexing/noteChecks.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import { contradictionsOf } from '../memory/summaries/contradictions.ts';
import { patternChange } from '../memory/patterns/patterns.ts';
import { drawerId } from '../model/drawer/ids.ts';
import { sameStamp } from '../model/embedding/modelStamp.ts';
import { PalaceError, withRemedy } from '../model/errors/palaceError.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import { withTexts, type Looked } from '../notes/duplicates.ts';

interface NoteCheckCallParts extends Looked {
  readonly checks: NoteChecks;
  readonly embeddings: PalaceEmbeddings;
}

/** The call that returns what was found about saved notes. */
export const noteCheckCalls = (parts: NoteCheckCallParts): Pick<PalaceApi, 'noteChecks'> => ({
  noteChecks: async ({ drawer_ids: ids, wait }, call = {}) => {
    const { checks } = parts;
    const unavailable = wait === true ? await settled(parts, ids ?? checks.dueOf(), call) : null;
    return {
      checks: (ids ?? []).flatMap((id) => checkOf(id, parts) ?? []),
      due: checks.dueOf(ids),
      unavailable,
    };
  },
});

/** Waits until the notes are checked. Resolves with the reason if they can't be, else with null. */
const settled = async (
  { checks, embeddings, catalogue }: NoteCheckCallParts,
  ids: readonly string[],
  { signal, onProgress }: CallOptions,
): Promise<string | null> => {
  const progress = progressReporter(onProgress);
  progress.begin('matching', ids.length);
  const unlessAborted = signal ?? new AbortController().signal;
  const rowidOf = (id: string): number[] => {
    const slot = catalogue.slotOfId(id);
    return slot === undefined ? [] : [catalogue.rowidOf(slot)];
  };
  // Ahead of what else is due, which may take an hour, but after the notes that were saved before: these are compared with.
  let ahead = checks.dueOf().flatMap(rowidOf);
  for (;;) {
    const due = checks.dueOf(ids).length;
    progress.step(ids.length - due, 'notes');
    if (due === 0) break;
    stopIfAborted(signal, 'Waiting for the check was cancelled.');
    const model = await raceAbort(embeddings.queryModel(), signal, cancelled);
    if ('unavailable' in model) return model.unavailable;
    const ingest = embeddings.ingestModel();
    if (ingest !== null && !sameStamp(ingest, model)) return 'The palace was embedded with another model.';
    const { queue } = embeddings;
    checks.wake();
    const next = checks.next();
    void queue.first(ahead, unlessAborted);
    // Asked for once: each call listens until all its vectors are made.
    ahead = [];
    const isIdle = await raceAbort(
      Promise.race([
        next.made.then(() => false),
        queue
          .idle()
          .then(() => checks.idle())
          .then(() => true),
      ]),
      signal,
      cancelled,
    ).finally(() => next.dispose());
    if (isIdle && checks.dueOf(ids).length > 0)
      return queue.problem === undefined ? 'The note has no vector.' : withRemedy(queue.problem);
  }
  progress.end();
  return null;
};

const cancelled = (): never => {
  throw new PalaceError('E_CANCELLED', 'Waiting for the check was cancelled.');
};

/** The stored outcome with the current texts and pattern; undefined if the note was not checked. */
const checkOf = (id: string, { read, catalogue }: Looked): NoteCheck | undefined => {
  const checked = read.noteCheck(id)?.checked ?? null;
  if (checked === null) return undefined;
  const outcome = outcomeSchema.safeParse(JSON.parse(checked.outcome)).data;
  if (outcome === undefined) return undefined;
  const { duplicates, pattern, curation, check_ms } = outcome;
  return {
    drawer_id: id,
    checked_at: checked.at,
    duplicates: withTexts(duplicates, { read, catalogue }).map((duplicate) => ({
      ...duplicate,
      ...differences(duplicate.drawer_id, id, read),
    })),
    pattern: patternChange(pattern, read),
    curation: curation.flatMap((proposal) => {
      const [other] = withTexts([{ ...proposal, kind: 'near' }], { read, catalogue });
      return other === undefined
        ? []
        : [
            {
              ...proposal,
              applied: read.drawerById(drawerId(proposal.drawer_id))?.supersededBy === id,
              text_start: other.text_start,
            },
          ];
    }),
    check_ms,
  };
};

/** Where the other drawer differs from the note; nothing if either is sensitive. */
const differences = (other: string, id: string, read: Looked['read']): Pick<Duplicate, 'differs'> => {
  const drawers = [other, id].map((each) => read.drawerById(drawerId(each)));
  const statements = drawers.flatMap((drawer) =>
    drawer === undefined || drawer.sensitive
      ? []
      : [{ id: drawer.id, text: drawer.text, isDecision: drawer.type === 'decision' }],
  );
  if (statements.length < 2) return {};
  const { found } = contradictionsOf(statements);
  return found.length === 0
    ? {}
    : { differs: found.map(({ kind, says, newer_says }) => ({ kind, says, newer_says })) };
};
