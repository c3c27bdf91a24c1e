import path from 'node:path';
import { runCachedProgram } from '../base/cachedProgram.ts';
import { distFolder } from './programFiles.ts';

/** The worker of the palace's owner, which begins with what was compiled of it before. */
runCachedProgram(path.join(distFolder, 'ownerProgram.cjs'));
