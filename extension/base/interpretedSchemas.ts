import { config } from 'zod';

/**
 * Imported first by each program of our own: schemas are interpreted. Else Zod compiles a function for each when it first parses,
 * which takes a short run longer than all that it parses, and parses our answers no faster later. Not for code in a process of
 * others (the editor's extension host, a Node program), which share this setting.
 */
config({ jitless: true });
