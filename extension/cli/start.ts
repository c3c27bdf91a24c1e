#!/usr/bin/env node
import path from 'node:path';
import { runCachedProgram } from '../base/cachedProgram.ts';
import { distFolder } from '../service/programFiles.ts';

runCachedProgram(path.join(distFolder, 'cliProgram.cjs'));
