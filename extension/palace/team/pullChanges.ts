import { batches } from '../../base/batches.ts';
import { importedClosets } from '../filing/closets/importedClosets.ts';
import { applyPulled, type PulledSlice } from './applyPulled.ts';
import type { RoundParts } from './roundParts.ts';
import { demandSound } from './soundPage.ts';
import { demandSameLog, idInTeam } from './teamIdentity.ts';
import type { NumberedChange, PulledPage, TeamServer, TeamState } from './teamServer.ts';

/** Changes per pull, and changes that one transaction merges. */
const pulled = 200;
const merged = 40;

/**
 * Merges the team's new changes to the shared wings of which the member may read any. Returns how many there were. A right that was
 * taken away does not hold up the other wings.
 */
export const pullChanges = async (
  server: TeamServer,
  parts: RoundParts,
  { wings }: Pick<TeamState, 'wings'>,
): Promise<number> => {
  const { store, demandGoingOn, finishErasure } = parts;
  const palace = await idInTeam(store);
  const closets = importedClosets();
  let count = 0;
  const mayRead = new Set(wings.map(({ name }) => name));
  for (const { wing } of store.read.team.sharedWings().filter((shared) => mayRead.has(shared.wing))) {
    for (let more = true; more;) {
      demandGoingOn();
      const after = store.read.team.sharedWings().find((shared) => shared.wing === wing)?.pulledSeq;
      if (after === undefined) break;
      const page = await server.pull(palace, wing, after, pulled);
      demandSound(page, wing, after);
      demandSameLog(store.read, wing, after, page);
      const model = parts.model() ?? (page.changes.some(bringsVector) ? await parts.firstModel() : null);
      for (const slice of slicesOf(page)) {
        demandGoingOn();
        const hasErased = await applyPulled(
          { wing, ...slice },
          { ...parts, palace, now: parts.now(), model, closets },
        );
        if (hasErased) await finishErasure();
        count += slice.changes.length;
      }
      ({ more } = page);
    }
  }
  await closets.rebuild(store, demandGoingOn);
  return count;
};

const bringsVector = ({ field, value }: NumberedChange): boolean =>
  field === 'add' && value !== null && value.vector !== null;

/** The mark is that of the page's end. */
const slicesOf = ({ changes, done, marks }: PulledPage): Omit<PulledSlice, 'wing'>[] => {
  const slices = changes.length === 0 ? [[]] : [...batches(changes, merged)];
  return slices.map((slice, i) =>
    i < slices.length - 1
      ? { changes: slice, upTo: slice.at(-1)?.seq ?? done }
      : { changes: slice, upTo: done, mark: marks?.done },
  );
};
