import path from 'node:path';
import { runCachedProgram } from '../base/cachedProgram.ts';
import { distFolder } from './programFiles.ts';

/** The worker of the palace's owner, started with its cached compiled code. */
runCachedProgram(path.join(distFolder, 'ownerProgram.cjs'));
