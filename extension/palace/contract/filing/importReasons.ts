/** Of `reasonTexts.ts`: what an import tells of what it left out, and of what it assumed. */
export const importReasons = [
  'MemPalace notes times without a zone; they were read as local time of this machine ({0}).',
  'Synaptic notes dates and times without a zone; they were read as local time of this machine ({0}).',
  "{0}: its time “{1}” can't be read; it is filed with the current time.",
  '{0} closets were left out: this palace builds its own from the drawers.',
  '{0} pairs of files that changed together were left out: they are not drawers.',
  'record {0} ({1}) has no text',
  'entry {0} has no ID',
  'entry {0} ({1}) has no text',
  "pattern {0} can't be read",
  '1 recurring issue has no ID',
  '{0} recurring issues have no ID',
  'the drawer {0} is there with another text',
  '{0}.md: {1}',
  '{0}, line {1}: {2}',
  'line {0}: {1}',
  'not UTF-8',
  'the line is too long',
  '“{0}” is not a time: {1}',
  'it has no front matter',
  'its front matter has no end',
  'line {0} of its front matter is not a field',
  'the value of {0} is not JSON',
  'the text differs from the exported one; it is imported as it is.',
  'The export may be incomplete: {0}, which is written last, is damaged.',
  'The export may be incomplete: {0}, which is written last, is not there.',
  'The export is incomplete: it says that it holds 1 drawer, but it holds {0}.',
  'The export is incomplete: it says that it holds {0} drawers, but it holds {1}.',
  'The export is incomplete: {0} is not there.',
  'No closets (index cards) for 1 source with very many drawers, which can still be found.',
  'No closets (index cards) for {0} sources with very many drawers, which can still be found.',
  '… and {0} more.',
] as const;

/** Of these, patterns that name a place; what is wrong there is another reason. */
export const importFrames: readonly string[] = ['{0}.md: {1}', '{0}, line {1}: {2}', 'line {0}: {1}'];

/** Of these, patterns with names, as `typedTexts` has them. */
export const typedImportReasons: readonly string[] = [
  'MemPalace notes times without a zone; they were read as local time of this machine ({0}).',
  'Synaptic notes dates and times without a zone; they were read as local time of this machine ({0}).',
  "{0}: its time “{1}” can't be read; it is filed with the current time.",
  'record {0} ({1}) has no text',
  'entry {0} ({1}) has no text',
  "pattern {0} can't be read",
  'the drawer {0} is there with another text',
  '{0}.md: {1}',
  '{0}, line {1}: {2}',
  'the value of {0} is not JSON',
  'The export may be incomplete: {0}, which is written last, is damaged.',
  'The export may be incomplete: {0}, which is written last, is not there.',
  'The export is incomplete: {0} is not there.',
];
