import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { runCachedProgram } from '../../base/cachedProgram.ts';
import { startEmbedder } from '../../palace/embedding/startEmbedder.ts';
import { embedderPlace } from './embedderPlace.ts';
import type { OwnerSettings } from './ownerSettings.ts';
import type * as Owner from './ownerWorker.ts';
import { distFolder } from '../programFiles.ts';
import { keepStarted } from './startedEmbedder.ts';

/**
 * The worker of the palace's owner, started with its cached compiled code. A search that opens the palace waits longest for the
 * model, so that begins to load before the owner's own program does. The program checks the settings.
 */
const settings = workerData as OwnerSettings;
if (settings.loadModel) keepStarted(startEmbedder(embedderPlace(settings)));
const { runOwner } = runCachedProgram<typeof Owner>(path.join(distFolder, 'ownerProgram.cjs'));
if (parentPort === null) throw new Error('The owner runs as a worker only.');
void runOwner(settings, parentPort);
