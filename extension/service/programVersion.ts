import { version } from '../../package.json';

/** This program's version, as the package names it. */
export const programVersion: string = version;

/**
 * The form of what owners and clients say to each other. Rises when an older side could misread a newer one: a call or a
 * field that is changed or gone, an answer that must be understood. A call or an optional field that is added needs no rise.
 * What must never change: the frames, the greeting's first fields, and the refusal.
 */
export const protocolVersion = 2;
