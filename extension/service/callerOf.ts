import { callerSchema, type Caller } from '../palace/contract/caller.ts';
import type { ConnectOptions } from './palaceConnection.ts';

/** The part of a connection's options that is sent to the palace's owner. Settings that are not plain JSON data are dropped. */
export const callerOf = ({ workspace, profileLayers, agent }: ConnectOptions): Caller =>
  callerSchema.parse(
    JSON.parse(JSON.stringify({ workspace, profileLayers: profileLayers ?? null, agent: agent ?? false })),
  );
