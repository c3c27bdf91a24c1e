import { Reservation } from './modelLayout.ts';
import type { ModelShape } from './modelShape.ts';
import { workspaceBytes } from './kernels/attention.ts';
import { zeroPointsAt } from './kernels/quantiseRow.ts';

/** The memory in which a thread computes, as addresses. */
export interface Arena {
  /** One i32 per token. */
  readonly tokens: number;
  /** Float rows: the hidden state, queries keys and values, a block's output, the inner layer. */
  readonly state: number;
  readonly queryKeyValue: number;
  readonly output: number;
  readonly inner: number;
  /** Packed activations; room for 16 bits each. */
  readonly packed: number;
  /** Scales and zero points of the rows. */
  readonly rowScales: number;
  readonly workspace: number;
  readonly vector: number;
}

const placeArena = ({ hidden, inner, positions }: ModelShape, reservation: Reservation): Arena => {
  const rows = (floats: number): number => reservation.take(positions * floats * 4);
  return {
    tokens: rows(1),
    state: rows(hidden),
    queryKeyValue: rows(hidden * 3),
    output: rows(hidden),
    inner: rows(inner),
    packed: reservation.take(positions * Math.max(hidden, inner) * 2),
    rowScales: reservation.take(zeroPointsAt * 2),
    workspace: reservation.take(workspaceBytes),
    vector: reservation.take(hidden * 4),
  };
};

/** Bytes of a thread's arena. */
export const arenaBytes = (shape: ModelShape): number => {
  const reservation = new Reservation(0);
  placeArena(shape, reservation);
  return reservation.end;
};

/** The arena with this number, of those that begin at an address. */
export const arenaAt = (shape: ModelShape, start: number, index: number): Arena =>
  placeArena(shape, new Reservation(start + index * arenaBytes(shape)));
