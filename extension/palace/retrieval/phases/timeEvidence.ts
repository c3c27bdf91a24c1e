import { withEvent } from '../candidate.ts';
import type { Phase } from '../phase.ts';

const asksForTime = /\b(when|what (?:date|day|week|month|year|time)|which (?:date|day|week|month|year)|how (?:long|often|recently|old)|since when|how many (?:days|weeks|months|years|hours|minutes)|how much time)\b/iu;

const months = 'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const holdsTime = new RegExp(
  String.raw`\b(?:\d{4}-\d{2}-\d{2}|(?:19|20)\d{2}|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${months}|may)|(?:${months}|may)\s+\d{1,2}|(?:${months})|` +
  String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|tonight|tomorrow|ago|` +
  String.raw`(?:last|next|this|past|previous|coming|following)\s+(?:night|week|weekend|month|year|spring|summer|autumn|fall|winter|few|\w+day)|` +
  String.raw`(?:for|in|about|over)\s+(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|several|many|few)\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?))\b`,
  'iu');

/** Whether the query asks for a point or length of time. */
export const isQuestionOfTime = (query: string): boolean => asksForTime.test(query);

/** Questions of time: a drawer that holds a date or time is likelier to answer them. */
export const timeEvidence: Phase = {
  name: 'time',
  isOn: (flags) => flags.time_boost > 0,
  run: (candidates, { query, flags }) =>
    isQuestionOfTime(query)
      ? {
          candidates: candidates.map((candidate) => {
            const found = holdsTime.exec(candidate.drawer.text)?.[0];
            return found === undefined ? candidate : withEvent(candidate, 'time', flags.time_boost, `the query asks for a time; the drawer has “${found}”`);
          }),
        }
      : { candidates },
};
