import { homedir } from 'node:os';

/** A path with `~` at its start as the user's home folder. */
export const expandHome = (location: string): string => location.replace(/^~(?=$|[\\/])/, () => homedir());
