/** A glob of more characters, or one that stands for more globs, is left as it is: forty pairs of braces stand for a million million. */
const [longestGlob, mostGlobs] = [1000, 1000];

/** Expands `{a,b}` (nested too) into plain globs. An unclosed brace is a plain character. */
export const expandBraces = (glob: string): readonly string[] => {
  const open = glob.indexOf('{');
  if (open === -1 || glob.length > longestGlob) return [glob];
  const cuts = [open];
  let depth = 0;
  for (let at = open; at < glob.length; at++) {
    const character = glob[at];
    if (character === '{') depth++;
    else if (character === ',' && depth === 1) cuts.push(at);
    else if (character === '}' && --depth === 0) {
      cuts.push(at);
      const head = glob.slice(0, open);
      const tails = expandBraces(glob.slice(at + 1));
      const choices = cuts.slice(1).flatMap((cut, index) => expandBraces(glob.slice((cuts[index] ?? 0) + 1, cut)));
      if (choices.length * tails.length > mostGlobs) return [glob];
      return choices.flatMap((choice) => tails.map((tail) => head + choice + tail));
    }
  }
  return [glob];
};

/** One of the editor's globs (matched against the path from the folder's root) in gitignore syntax. */
const toGitignore = (glob: string): string => {
  const anchored = glob.startsWith('**/') || glob.startsWith('/') ? glob : `/${glob}`;
  return anchored.replace(/(?<! ) +$/, (spaces) => '\\ '.repeat(spaces.length));
};

/**
 * What `files.exclude` and `search.exclude` hide, as gitignore patterns. Entries that are switched off are left
 * out. So are those that depend on a sibling (`when`): what they hide differs between folders, and it is text in
 * any case.
 */
export const excludePatterns = (excludes: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(excludes)
    .filter(([glob, on]) => on === true && glob.trim() !== '')
    .flatMap(([glob]) => expandBraces(glob))
    .map(toGitignore);
