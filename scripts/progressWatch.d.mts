export function watchProgress(
  pid: number,
  idleMinutes: number,
  onHang: () => void,
): { printed: () => void; stop: () => void };
export function processorSeconds(pid: number): number | null;
