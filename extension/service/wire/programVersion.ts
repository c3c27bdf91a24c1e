import { version } from '../../../package.json';

/** This program's version, from package.json. */
export const programVersion: string = version;

/**
 * Version of the protocol between owners and clients. Raise it when an older side could misread a newer one: a call or field
 * was changed or removed, or an answer must be understood. A new call or optional field does not need it. The frames, the
 * greeting's first fields and the refusal must never change.
 */
export const protocolVersion = 3;
