import type { Command } from 'commander';
import { registerAdministration } from './administration.ts';

/** `team`: what a palace shares with a team, and the administration of the team's server. */
export const register = (program: Command): void => {
  const team = program
    .command('team')
    .description('a palace that a team shares, on a PostgreSQL with pgvector')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace team setup postgresql://admin@db.example.org/memory --team web\n  synapse-palace team invite ada --team web --wing docs --writer --server postgresql://admin@db.example.org/memory',
    );
  registerAdministration(team);
};
