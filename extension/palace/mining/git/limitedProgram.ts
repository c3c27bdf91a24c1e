export interface ProgramCall {
  /** Absolute. */
  readonly file: string;
  readonly args: readonly string[];
}

interface LimitedCall extends ProgramCall {
  /** Exit codes that say that the program could not be started. */
  readonly notStarted: readonly number[];
}

/**
 * The call of a program with a limit on the bytes of memory that it may ask for. On Linux, `/bin/sh` sets the limit
 * on itself and then becomes the program; it interprets none of the arguments. Mapped files, such as a repository's
 * packs, don't count. On other systems there is no such limit, and the call stays unchanged.
 */
export const limitedProgram = (
  { file, args }: ProgramCall,
  mostMemory: number,
  platform: NodeJS.Platform,
): LimitedCall => {
  if (platform !== 'linux') return { file, args, notStarted: [] };
  // If the limit is already lower, it can't be raised and need not be.
  const script = `ulimit -d ${Math.floor(mostMemory / 1024)} 2>/dev/null; exec "$0" "$@"`;
  return { file: '/bin/sh', args: ['-c', script, file, ...args], notStarted: [126, 127] };
};
