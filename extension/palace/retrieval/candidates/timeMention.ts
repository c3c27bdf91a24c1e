const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const time = new RegExp(
  String.raw`\b(?:\d{4}-\d{2}-\d{2}|(?:19|20)\d{2}|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${months}|may)|(?:${months}|may)\s+\d{1,2}|(?:${months})|` +
    String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|tonight|tomorrow|ago|` +
    String.raw`(?:last|next|this|past|previous|coming|following)\s+(?:night|week|weekend|month|year|spring|summer|autumn|fall|winter|few|\w+day)|` +
    String.raw`(?:for|in|about|over)\s+(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|several|many|few)\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?))\b`,
  'iu',
);

/** The first date or time that a text mentions; null if there is none. */
export const timeMention = (text: string): string | null => time.exec(text)?.[0] ?? null;
