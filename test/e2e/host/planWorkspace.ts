import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'dist', 'cli.js');
const day = 86_400_000;

const limits =
  'The token endpoint of the gateway allows a number of requests a minute per client, and what is above the limit waits in a bucket';
const races =
  'The rotation race test of the session store fails in the build because the clock is mocked after the login';
const locks =
  'A berth in the harbour planner is locked while a booking is made, so that no two ferries are given the same place';

/** Old notes in three matters, all of them replaced by a newer one. */
export const planNotes = [
  {
    id: 'limit-1',
    type: 'decision',
    days: 140,
    text: `Twenty requests a minute\n${limits}: 20 of them, decided on 2025-03-11.`,
  },
  {
    id: 'limit-2',
    type: 'decision',
    days: 120,
    text: `Thirty requests a minute\n${limits}: 30 of them. See https://harbor.example/d/auth-bursts for AUTH_BURST_MAX.`,
  },
  {
    id: 'limit-3',
    type: 'decision',
    days: 110,
    text: `Forty requests a minute\n${limits}: 40 of them since PR #1482.`,
  },
  { id: 'limit-4', type: 'decision', days: 100, text: `Fifty requests a minute\n${limits}: 50 of them.` },
  { id: 'race-1', type: 'issue', days: 95, text: `The race test is flaky\n${races}, about 1 run in 40.` },
  { id: 'race-2', type: 'issue', days: 90, text: `The race test fails again\n${races}, seen in run 88121.` },
  { id: 'race-3', type: 'issue', days: 85, text: `The race test is mended\n${races}, fixed in 9f3e1c7.` },
  { id: 'lock-1', type: 'insight', days: 80, text: `Locks last half an hour\n${locks}; it lasts 30 minutes.` },
  {
    id: 'lock-2',
    type: 'insight',
    days: 75,
    text: `Locks have a setting\n${locks}; BERTH_LOCK_TTL says how long.`,
  },
  {
    id: 'lock-3',
    type: 'insight',
    days: 70,
    text: `Locks last longer now\n${locks}; it lasts 45 minutes since 2025-07-26.`,
  },
] as const;
const newer = {
  id: 'handbook',
  type: 'decision',
  days: 5,
  text: 'The handbook was rewritten this week and replaces all older notes.',
} as const;

/**
 * A workspace with a palace inside it, made through the command line: notes of {@link planNotes} filed so many days ago and
 * marked as replaced. Gives the workspace's folder.
 */
export const planWorkspace = (): string => {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'synapse-plan-')), 'harbour');
  const palace = path.join(folder, '.palace');
  mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  writeFileSync(
    path.join(folder, '.vscode', 'settings.json'),
    JSON.stringify({ 'synapsePalace.location': '.palace', 'synapsePalace.maintenance.onStart': false }),
  );
  const drawers = path.join(folder, 'notes.jsonl');
  writeFileSync(
    drawers,
    [...planNotes, newer]
      .map(({ id, type, days, text }) =>
        JSON.stringify({
          id,
          wing: 'harbour',
          room: 'notes',
          type,
          tier: 'longterm',
          source_file: null,
          text,
          filed_at: new Date(Date.now() - days * day).toISOString(),
        }),
      )
      .join('\n'),
  );
  const run = (...words: string[]): void =>
    void execFileSync(process.execPath, [cli, '--palace', palace, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  run('import', drawers, '--format', 'drawers');
  run('mark', ...planNotes.map(({ id }) => id), '--superseded-by', newer.id);
  return folder;
};
