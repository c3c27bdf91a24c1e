import { homeFolder } from './homeFolder.ts';

/** A path with `~` at its start as the user's home folder. */
export const expandHome = (location: string): string => location.replace(/^~(?=$|[\\/])/, () => homeFolder());
