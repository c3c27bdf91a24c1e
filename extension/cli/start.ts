#!/usr/bin/env node
import path from 'node:path';
import { runCachedProgram } from '../base/cachedProgram.ts';
import { distFolder } from '../service/programFiles.ts';
import type * as CommandLine from './main.ts';

const { runCommandLine } = runCachedProgram<typeof CommandLine>(path.join(distFolder, 'cliProgram.cjs'));
void runCommandLine(process.argv.slice(2));
