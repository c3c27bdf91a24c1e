import { groupedNumber, plural } from '../../../base/text/plural.ts';
import type { MovedBatch } from './moveSchemas.ts';

/** Names a batch of archived drawers that an agent moved. */
export const agentReason = 'by_agent';

/** What was moved by whom, in English and on one line: for the log, a terminal and an agent’s host. */
export const movedText = ({ by, reason, archived, demoted, promoted }: MovedBatch): string => {
  const moves = Object.entries({ archived, demoted, promoted }).filter(([, drawers]) => drawers > 0);
  const whole = moves.map(([verb, drawers], i) =>
    i > 0 ? `${verb} ${groupedNumber(drawers)}` : `${verb} ${plural(drawers, 'drawer')}`,
  );
  const why =
    reason === null || reason === agentReason ? '' : ` (“${reason.replaceAll(/\s+/g, ' ').slice(0, 80)}”)`;
  return `${by === 'maintenance' ? 'maintenance' : 'an agent'} ${whole.join(', ')}${why}`;
};

/** The command that takes a batch back. */
export const takeBackCommand = ({ batch, plan_id: plan }: Pick<MovedBatch, 'batch' | 'plan_id'>): string =>
  plan === null ? `synapse-palace restore --batch ${batch}` : `synapse-palace compact --restore ${plan}`;
