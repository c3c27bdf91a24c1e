/** Of `reasonTexts.ts`: what is wrong with a palace’s file, its settings or its vectors, as a status says it. */
export const palaceReasons = [
  "{0} is damaged in frame {1}: what was written after revision {2} can't be read.",
  '{0} is damaged: {1}',
  "{0} is damaged: {1} can't be read and is left out ({2}).",
  "{0} is damaged: {1} and 1 more can't be read and are left out ({2}).",
  "{0} is damaged: {1} and {2} more can't be read and are left out ({3}).",
  '{0} is missing or empty, but its log {1} is there.',
  '{0} is missing or empty, but {1} is there. Run “synapse-palace repair” to make the palace from it.',
  '{0} is empty, but its word index {1} is there. Delete both to start over.',
  'The file is not as this program makes it: it holds the view "{0}", which no palace has.',
  'The file is not as this program makes it: it holds the trigger "{0}", which no palace has.',
  'The file is not as this program makes it: its tables are not those of schema {0}.',
  "{0} can't be used: it is a SQLite file, but not a palace.",
  '{0} can\'t be used: its "{1}" is missing.',
  '{0} can\'t be used: its "{1}" is not a number.',
  "{0} can't be used: {1}.",
  'The rows of a table are out of order: {0} comes after {1}.',
  "{0} is the log of an earlier palace file, and was not applied to the present one. Delete it once you don't need what it holds.",
  'The embeddings are being rebuilt with {0}: {1} to go. Searching by words only meanwhile.',
  'The model has no vector for the text of 1 drawer. A search finds it by its words and not by its meaning.',
  'The model has no vector for the texts of {0} drawers. A search finds them by their words and not by their meaning.',
  "{0} can't be read: {1}",
  '{0} is not an object of settings. It is left out.',
  '{0} is not JSON ({1}). It is left out.',
  '{0}: there is no setting “{1}”.',
  '{0}: {1} must be {2}, not {3}. It is left out.',
  "{0}: {1} can't be {2}: {3}.",
  // Why a file is not read.
  'it is not this user’s alone',
  'it is not a regular file',
  'it lies outside {0}',
  'it is larger than {0}, the most that is read',
  'reading it took too long',
] as const;

/** Of these, patterns of which a value is another reason. */
export const palaceFrames: readonly string[] = [
  '{0} is damaged: {1}',
  "{0} is damaged: {1} can't be read and is left out ({2}).",
  "{0} is damaged: {1} and 1 more can't be read and are left out ({2}).",
  "{0} is damaged: {1} and {2} more can't be read and are left out ({3}).",
  "{0} can't be read: {1}",
  "{0}: {1} can't be {2}: {3}.",
];

/** Of `reasonValues`: counts, and what a setting must be. */
export const statusValues = [
  '1 drawer',
  '{0} drawers',
  'a whole number from {0} to {1}',
  'a list of patterns',
  'the absolute path of a folder, or empty',
] as const;
