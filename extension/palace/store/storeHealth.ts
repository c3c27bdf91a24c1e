import type { WriteRefusal } from '../contract/maintenanceSchemas.ts';
import { PalaceError, withRemedy } from '../model/errors/palaceError.ts';
import { palaceFile } from './palaceFiles.ts';
import type { DamagedRow, StoreHealth, VerifyReport } from './palaceStore.ts';

type Damaged = Extract<StoreHealth, { readonly state: 'damaged' }>;

/** A palace's health once damage was found in its file, with each damaged row once. The first reason stays. */
export const damagedHealth = (
  health: StoreHealth,
  file: string,
  reason: string,
  damaged: readonly DamagedRow[],
): Damaged => {
  const known = health.state === 'damaged' ? health : { reason: `${file}: ${reason}`, damaged: [] };
  const news = damaged.filter(
    (row) =>
      !known.damaged.some(
        ({ what, id, problem }) => what === row.what && id === row.id && problem === row.problem,
      ),
  );
  return { state: 'damaged', reason: known.reason, damaged: [...known.damaged, ...news] };
};

/** What is wrong with a damaged palace and how to mend it; null if it is not damaged. */
export const damageText = (health: StoreHealth): string | null => {
  if (health.state !== 'damaged') return null;
  return withRemedy(new PalaceError('E_PALACE_DAMAGED', health.reason));
};

/** Why a palace can't be written, with the error's code; null if it can be. */
export const writeRefusal = (health: StoreHealth): WriteRefusal | null => {
  switch (health.state) {
    case 'ok':
      return null;
    case 'read_only':
      return { code: health.code ?? 'E_PALACE_READ_ONLY', reason: health.reason };
    case 'damaged':
      return { code: 'E_PALACE_DAMAGED', reason: health.reason };
  }
};

/** Throws unless the palace can be written: E_PALACE_READ_ONLY, E_DISK_FULL, E_PALACE_DAMAGED. */
export const demandWritable = (health: StoreHealth): void => {
  const refusal = writeRefusal(health);
  if (refusal !== null) throw new PalaceError(refusal.code, refusal.reason);
};

/**
 * The report of a check, plus the damage found on opening: rows set aside then, and whatever made the file unfit
 * for writing. A check can't see these.
 */
export const reportOf = (report: VerifyReport, health: StoreHealth): VerifyReport =>
  health.state === 'damaged'
    ? {
        ...report,
        ok: false,
        damaged:
          health.damaged.length > 0
            ? health.damaged
            : [{ what: 'palace', id: palaceFile, problem: health.reason }],
      }
    : report;
