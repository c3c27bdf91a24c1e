/** One character of a name: this one, any, one of a set, or any number of any. */
type Token = string | { readonly kind: 'any' | 'star' } | CharacterSet;

interface CharacterSet {
  readonly kind: 'set';
  readonly isNegated: boolean;
  readonly has: (character: string) => boolean;
}

/** A pattern for one name: the name itself if it has no wildcards. */
type NamePattern = string | readonly Token[];
/** `**` as a whole segment, with further stars or without: any number of folders. */
const anyFolders = Symbol('**');
type Segment = NamePattern | typeof anyFolders;

/** One line of a `.gitignore`. */
export interface GitPattern {
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
  readonly segments: readonly Segment[];
  /** If false, the pattern has one segment, which is compared with the last name of a path at any depth. */
  readonly isAnchored: boolean;
}

/**
 * Parses one line as gitignore(5) describes it. Null for a blank line, a comment, and a pattern that can never
 * match. Matching takes time proportional to the product of the lengths of pattern and path, whatever the pattern,
 * unlike a regular expression.
 */
export const parseGitPattern = (line: string): GitPattern | null => {
  let text = withoutTrailingSpaces(line);
  if (text === '' || text.startsWith('#')) return null;
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const onlyFolders = text.endsWith('/');
  if (onlyFolders) text = text.slice(0, -1);
  const isAnchored = text.includes('/');
  const segments = segmentsOf(text.startsWith('/') ? text.slice(1) : text, isAnchored);
  return segments === null ? null : { isNegated, onlyFolders, segments, isAnchored };
};

/** One line of a `.gitignore`, as git applies it: none, one or two patterns of the same kind. */
export const parseGitPatterns = (line: string): GitPattern[] =>
  readingsOf(withoutTrailingSpaces(line)).flatMap((reading) => parseGitPattern(reading) ?? []);

/**
 * git compares a path up to the first wildcard apart from the rest, so two stars right behind a name begin that rest: in
 * `build**` + `/x` they stand for any folders after the name, and in the name's own folder for nothing.
 */
const readingsOf = (line: string): readonly string[] => {
  const [, negation = '', text = '', onlyFolders = ''] = /^(!?)(.*?)(\/?)$/s.exec(line) ?? [];
  if (line.startsWith('#') || !text.includes('/')) return [line];
  const [, name, rest] = /^\/?([^*?[\\]*[^*?[\\/])\*{2,}(?:\/\*{2,})*(?:\/(.+))?$/s.exec(text) ?? [];
  if (name === undefined) return [line];
  const readings = rest === undefined ? [`${name}*`, `${name}*/**`] : [`${name}*/**/${rest}`, `${name}${rest}`];
  return readings.map((reading) => `${negation}/${reading}${onlyFolders}`);
};

/** A space at the end counts only after a backslash. */
const withoutTrailingSpaces = (line: string): string => {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end--;
  return line.slice(0, end);
};

const segmentsOf = (text: string, isAnchored: boolean): readonly Segment[] | null => {
  const segments: Segment[] = [];
  let tokens: Token[] = [];
  const next = (): void => {
    const folders = isAnchored && tokens.length >= 2 && tokens.every(isStar);
    segments.push(folders ? anyFolders : plainName(tokens));
    tokens = [];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    // An escaped slash parts two names, too.
    if (text.startsWith('\\/', at)) continue;
    if (character === '/') next();
    else if (character === '*') tokens.push({ kind: 'star' });
    else if (character === '?') tokens.push({ kind: 'any' });
    else if (character === '[') {
      const found = characterSet(text, at);
      if (found === null) return null;
      tokens.push(found.set);
      at = found.end;
    } else if (character === '\\') {
      if (++at === text.length) return null;
      tokens.push(text.charAt(at));
    } else tokens.push(character);
  }
  next();
  return segments;
};

const isStar = (token: Token): boolean => typeof token !== 'string' && token.kind === 'star';

const plainName = (tokens: readonly Token[]): NamePattern =>
  tokens.every((token) => typeof token === 'string') ? tokens.join('') : tokens;

const namedSets: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

/** The set that begins at `[`, and where it ends; null if it does not end. */
const characterSet = (
  text: string,
  start: number,
): { readonly set: CharacterSet; readonly end: number } | null => {
  let at = start + 1;
  const isNegated = text[at] === '!' || text[at] === '^';
  if (isNegated) at++;
  const tests: ((character: string) => boolean)[] = [];
  for (let first = true; ; first = false) {
    if (at >= text.length) return null;
    if (text[at] === ']' && !first) break;
    const named = /^\[:([a-z]+):\]/.exec(text.slice(at, at + 12));
    if (named !== null) {
      const set = namedSets[named[1] ?? ''];
      if (set === undefined) return null;
      tests.push((character) => set.test(character));
      at += named[0].length;
      continue;
    }
    if (text[at] === '\\') at++;
    const low = text.charAt(at++);
    let high = low;
    if (text[at] === '-' && at + 1 < text.length && text[at + 1] !== ']') {
      at += text[at + 1] === '\\' ? 2 : 1;
      high = text.charAt(at++);
    }
    // The first of a range counts by itself, also where the range is written backwards.
    tests.push((character) => character === low || (character >= low && character <= high));
  }
  return { set: { kind: 'set', isNegated, has: (each) => tests.some((test) => test(each)) }, end: at };
};

/** Whether a pattern matches a path, given as its names from the pattern's own folder on. */
export const matchesGitPattern = (
  { onlyFolders, isAnchored, segments }: GitPattern,
  names: readonly string[],
  isFolder: boolean,
): boolean => {
  if (onlyFolders && !isFolder) return false;
  const [only] = segments;
  if (!isAnchored) return only !== undefined && only !== anyFolders && matchesName(only, names.at(-1) ?? '');
  return matchesWithGaps(
    segments,
    names,
    (segment) => segment === anyFolders,
    (segment, name) => segment !== anyFolders && matchesName(segment, name),
    // A pattern that ends with `/**` matches what is in the folder, not the folder.
    segments.at(-1) === anyFolders,
  );
};

const matchesName = (pattern: NamePattern, name: string): boolean => {
  if (typeof pattern === 'string') return pattern === name;
  return matchesWithGaps(pattern, name, isStar, matchesCharacter, false);
};

const matchesCharacter = (token: Token, character: string): boolean => {
  if (typeof token === 'string') return token === character;
  return token.kind === 'any' || (token.kind === 'set' && token.has(character) !== token.isNegated);
};

/**
 * Whether items match a pattern in which a gap stands for any number of items. Only the last gap is ever widened, which finds a
 * match if there is one, in at most `pattern.length * items.length` comparisons.
 */
const matchesWithGaps = <P>(
  pattern: ArrayLike<P>,
  items: ArrayLike<string>,
  isGap: (part: P) => boolean,
  matches: (part: P, item: string) => boolean,
  lastGapIsFilled: boolean,
): boolean => {
  let [part, item, gap, resume] = [0, 0, -1, 0];
  for (;;) {
    const wanted = pattern[part];
    const given = items[item];
    if (wanted !== undefined && isGap(wanted)) {
      if (part === pattern.length - 1) return !lastGapIsFilled || item < items.length;
      [gap, resume] = [part++, item];
    } else if (given === undefined) return wanted === undefined;
    else if (wanted !== undefined && matches(wanted, given)) [part, item] = [part + 1, item + 1];
    else if (gap >= 0) [part, item] = [gap + 1, ++resume];
    else return false;
  }
};
