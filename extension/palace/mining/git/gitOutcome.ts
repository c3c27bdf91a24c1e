import type { GitOutcome } from '../../contract/filing/commitIndexSchemas.ts';

/** An outcome, and one line that explains it. */
export interface GitRefusal {
  readonly outcome: Exclude<GitOutcome, 'indexed'>;
  readonly reason: string;
}

const signs: readonly (readonly [RegExp, GitRefusal['outcome']])[] = [
  [/dubious ownership/, 'dubious_ownership'],
  [/not a git repository|invalid gitfile format|too many levels of symbolic links/i, 'not_a_repository'],
  [
    /expected git repo version|unknown repository extension|unknown ref storage format|unknown object format/i,
    'unsupported',
  ],
  [/out of memory|cannot allocate memory/i, 'out_of_memory'],
  [/bad revision|unknown revision|does not have any commits yet|ambiguous argument/, 'no_commits'],
];

/** Interprets git's standard error (in English) for the repository at `root`. */
export const refusalOf = (message: string, root: string): GitRefusal => {
  const outcome = signs.find(([sign]) => sign.test(message))?.[1] ?? 'damaged';
  const detail = outcome === 'not_a_repository' ? linkedFolder(message) : firstLine(message);
  return { outcome, reason: reasonOf(outcome, { root, detail }) };
};

export const reasonOf = (
  outcome: GitRefusal['outcome'],
  { root = '', detail = '' }: { readonly root?: string; readonly detail?: string } = {},
): string => {
  switch (outcome) {
    case 'no_commits':
      return 'no commits yet on the current branch';
    case 'no_such_branch':
      return `there is no branch “${detail}”`;
    case 'not_a_repository':
      if (detail === '') return 'not a git repository';
      return isOfWorktree(detail)
        ? `not a git repository: its .git leads to ${detail}, where none is; if that repository was moved, run “git worktree repair” in it`
        : `not a git repository: its .git leads to ${detail}, where none is`;
    case 'damaged':
      return `git cannot read it${detail === '' ? '' : `: ${detail}`}`;
    case 'unsupported':
      return 'needs a newer git';
    case 'dubious_ownership':
      return `the folder belongs to another user; to trust it: git config --global --add safe.directory ${plain(root)}`;
    case 'timed_out':
      return 'git did not answer in time';
    case 'out_of_memory':
      return 'git needed more memory than it may use';
    case 'too_much':
      return 'git wrote more output than is allowed; ask for fewer days';
    case 'git_missing':
      return 'git was not found';
    case 'git_too_old':
      return `this git is too old${detail === '' ? '' : ` (${detail})`}`;
  }
};

/** Where a `.git` that is a file leads, as git names it if no repository is there; else empty. */
const linkedFolder = (message: string): string =>
  plain(/^fatal: not a git repository: ((?:[/\\]|[A-Za-z]:).*)$/m.exec(message)?.[1] ?? '');

/** Whether a repository keeps a linked worktree's state in such a folder. */
const isOfWorktree = (folder: string): boolean => /[/\\]worktrees[/\\][^/\\]+$/.test(folder);

/** One line without control characters that a terminal would interpret. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 300);
const firstLine = (message: string): string =>
  plain(message.split('\n').find((line) => /^(?:fatal|error):/.test(line)) ?? message.split('\n')[0] ?? '');
