import { withoutStanding } from '../../model/text/withoutStanding.ts';

/** The living drawer that replaced what a summary is made of. */
export interface LivingReplacement {
  readonly id: string;
  /** ISO time. */
  readonly filedAt: string;
  /** Null if it must not be quoted. */
  readonly title: string | null;
}

/** The line that a summary of replaced drawers begins with. */
const standingLine = ({ id, filedAt, title }: LivingReplacement): string =>
  `[Replaced by ${id} of ${filedAt.slice(0, 10)}${title === null ? '' : `: ${title.replace(/[[\]\n]/gu, ' ')}`}]`;

/** The summary under the line that says what replaced its drawers, in place of an earlier such line; without one if `by` is null. */
export const underStanding = (summary: string, by: LivingReplacement | null): string => {
  const own = withoutStanding(summary);
  return by === null ? own : `${standingLine(by)}\n${own}`;
};
