import { callerSchema, type Caller } from '../palace/contract/caller.ts';
import type { ConnectOptions } from './palaceConnection.ts';

/** What of a connection's options goes with it to whoever owns the palace. Settings may hold what is no plain data: that is left out. */
export const callerOf = ({ workspace, profileLayers }: ConnectOptions): Caller =>
  callerSchema.parse(JSON.parse(JSON.stringify({ workspace, profileLayers: profileLayers ?? [] })));
