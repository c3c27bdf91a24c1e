import type { Command } from 'commander';
import { registerAdministration } from './administration.ts';
import { registerConflicts } from './conflicts.ts';
import { registerSharing } from './sharing.ts';

/** `team`: what a palace shares with a team, and the administration of the team's server. */
export const register = (program: Command): void => {
  const team = program
    .command('team')
    .description('share wings of the palace with a team, over a PostgreSQL with pgvector')
    .addHelpText(
      'after',
      '\nEverything also works while the team’s server is away: what you change meanwhile is sent later.\n\nExamples:\n  synapse-palace team connect postgresql://ada@db.example.org/memory\n  synapse-palace team share gateway\n  synapse-palace team status\n  synapse-palace team setup postgresql://admin@db.example.org/memory --team web\n  synapse-palace team invite ada --team web --wing docs --writer --server postgresql://admin@db.example.org/memory',
    );
  registerSharing(team);
  registerConflicts(team);
  registerAdministration(team);
};
