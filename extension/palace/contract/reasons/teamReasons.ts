/** Of `reasonTexts.ts`: what an exchange with a team, or leaving it, could not do. */
export const teamReasons = [
  'This palace was copied or restored. From now on the team treats it as a new one, and everything is offered again.',
  'You may only read the wing {0} from now on. What you change in it stays in this palace.',
  'You have no right to the wing {0} any more. What is here of it stays; nothing of it is exchanged.',
  '{0}: a tag that is not valid is left out',
  '{0}: a value that “{1}” can’t have is left out',
  'it has another text here',
  'its record names the ID {0}',
  'its record names the wing {0}',
  'its text is not the one that was filed',
  'its name holds a secret',
  'The team could not be told: {0}',
  'It did not answer within {0} s.',
  "The team's server refused {0} without a password.",
  "The team's server refused {0}: {1}",
  "The team's server refused this: {0}",
  "The team's server is read-only at the moment.",
  "The team's server at {0}:{1} did not answer in time.",
  "The team's server at {0}:{1} can't be reached: {2}",
] as const;

/** Of these, patterns of which a value is another reason. */
export const teamFrames: readonly string[] = ['The team could not be told: {0}'];

/** Of these, patterns with names, as `typedTexts` has them. */
export const typedTeamReasons: readonly string[] = [
  'You may only read the wing {0} from now on. What you change in it stays in this palace.',
  'You have no right to the wing {0} any more. What is here of it stays; nothing of it is exchanged.',
  'its record names the ID {0}',
  'its record names the wing {0}',
  '{0}: a tag that is not valid is left out',
  '{0}: a value that “{1}” can’t have is left out',
  "The team's server at {0}:{1} did not answer in time.",
  "The team's server at {0}:{1} can't be reached: {2}",
];
