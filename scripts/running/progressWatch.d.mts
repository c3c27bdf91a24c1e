export function watchProgress(
  pid: number,
  idleMinutes: number,
  onHang: () => void,
  machine?: { now: () => number; processorSeconds: (pid: number) => number | null },
): { printed: () => void; stop: () => void };
export function processorSeconds(pid: number): number | null;
