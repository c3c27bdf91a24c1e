import { withEvent } from '../../candidates/candidate.ts';
import type { Phase } from '../phase.ts';

const asksForTime =
  /\b(when|what (?:date|day|week|month|year|time)|which (?:date|day|week|month|year)|how (?:long|often|recently|old)|since when|how many (?:days|weeks|months|years|hours|minutes)|how much time)\b/iu;

/** Whether the query asks for a point or length of time. */
const isQuestionOfTime = (query: string): boolean => asksForTime.test(query);

/** Questions of time: a drawer that holds a date or time is likelier to answer them. */
export const timeEvidence: Phase = {
  isOn: (flags) => flags.time_boost > 0,
  run: (candidates, { query, flags }) =>
    isQuestionOfTime(query)
      ? {
          candidates: candidates.map((candidate) => {
            const found = candidate.terms.timeMention();
            if (found === null) return candidate;
            // Reasons are stored in places that must not hold texts of sensitive drawers.
            const what = candidate.drawer.sensitive ? 'one' : `“${found}”`;
            return withEvent(
              candidate,
              'time',
              flags.time_boost,
              `the query asks for a time; the drawer has ${what}`,
            );
          }),
        }
      : { candidates },
};
