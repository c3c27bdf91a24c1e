import type * as z from 'zod';
import { isRecord } from '../../../base/isRecord.ts';
import { groupedNumber } from '../../../base/text/plural.ts';
import { textStart } from '../../../base/text/textStart.ts';

type Issue = z.core.$ZodIssue;

/**
 * Why a schema refused a value, as one sentence of `schemaReasons.ts`: where it is wrong and what was expected there. Of several
 * problems, the first. `given` is the value that was refused.
 */
export const schemaProblem = (error: z.core.$ZodError, given: unknown): string => {
  const [issue] = error.issues;
  if (issue === undefined) return `it ${anotherForm}`;
  const { path, ...rest } = likeliest(issue);
  const where = issue.code === 'unrecognized_keys' ? [...path, ...issue.keys.slice(0, 1)] : path;
  const subject = where.length === 0 ? 'it' : `“${textStart(where.map(String).join('.'), longestText)}”`;
  return `${subject} ${complaint({ ...rest, path }, given)}`;
};

/** What is wrong at the issue's place, as the rest of a sentence: “must be at least 1”. */
export const complaint = (issue: Issue, given: unknown): string => {
  if (issue.code === 'unrecognized_keys') return 'is not a known name';
  if (issue.code === 'invalid_key') return 'is not a possible name';
  if (issue.code === 'custom') return issue.message === unexplained ? anotherForm : issue.message;
  if (valueAt(given, issue.path) === undefined) return 'is missing';
  if (issue.code === 'invalid_union') {
    const kinds = issue.errors.map(([first]) =>
      first === undefined || sizeOf(first) !== null ? null : expected(first),
    );
    const [one, other, ...others] = kinds;
    if (typeof one !== 'string' || typeof other !== 'string' || others.length > 0) return anotherForm;
    return `must be ${one} or ${other}`;
  }
  const size = sizeOf(issue);
  if (size !== null) return `must have ${size}`;
  const kind = expected(issue);
  return kind === null ? anotherForm : `must be ${kind}`;
};

const anotherForm = 'does not have the expected form';
/** What Zod says of a check that names no reason. */
const unexplained = 'Invalid input';
/** A path or a list of values can be as long as a file. */
const longestText = 200;

/** Of a choice between forms, the problem within the one that fits best: the deepest. */
const likeliest = (issue: Issue): Issue => {
  if (issue.code !== 'invalid_union') return issue;
  const within = issue.errors
    .flatMap(([first]) => (first === undefined ? [] : [likeliest(first)]))
    .reduce<Issue | null>((best, one) => (one.path.length > (best?.path.length ?? 0) ? one : best), null);
  return within === null ? issue : { ...within, path: [...issue.path, ...within.path] };
};

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      isRecord(value)
        ? Object.hasOwn(value, key)
          ? value[String(key)]
          : undefined
        : Array.isArray(value)
          ? value[Number(key)]
          : undefined,
    given,
  );

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** What a value must be, as a noun with its article or as a bound; null where there is no word for it. */
const expected = (issue: Issue): string | null => {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? null;
    case 'invalid_value': {
      const values = textStart(issue.values.map(String).join(', '), longestText);
      return issue.values.length === 1 ? values : `one of ${values}`;
    }
    case 'invalid_format':
      return issue.format === 'datetime' ? 'a time of the years 0 to 9999, such as 2026-01-31T12:00:00Z' : null;
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${bound(issue.minimum)}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${bound(issue.maximum)}`;
    default:
      return null;
  }
};

const bound = (limit: number | bigint): string => groupedNumber(Number(limit));

/** How many characters or values a text or a list must have; null for what is no matter of size. */
const sizeOf = (issue: Issue): string | null => {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return null;
  const unit = issue.origin === 'string' ? 'character' : issue.origin === 'array' ? 'value' : null;
  const limit = expected(issue);
  const isOne = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum) === 1;
  return unit === null || limit === null ? null : `${limit} ${unit}${isOne ? '' : 's'}`;
};
