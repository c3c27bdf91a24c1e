import { defaultLimits } from '../../filing/miningLimits.ts';
import type { Rename } from '../../model/source/renames.ts';
import { messageText } from './messageText.ts';

/** The files a commit changed. The numbers are null if git could not determine them. */
interface CommitFiles {
  /** In git's order; a renamed file has its new name. At most as many as the log keeps. */
  readonly names: readonly string[];
  /** Renames among the files in `names`. Empty if git was not asked for them. */
  readonly renames: readonly Rename[];
  /** Number of all changed files, including those not named. */
  readonly count: number;
  readonly added: number | null;
  readonly deleted: number | null;
}

/** A commit as printed by `git log`. Invalid UTF-8 in the names of files becomes U+FFFD. */
export interface Commit {
  /** 40 hexadecimal digits (SHA-1) or 64 (SHA-256). */
  readonly sha: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly authorEmail: string;
  /** `<seconds since the epoch> <±hhmm>`, or empty if git could not read it. */
  readonly authorDate: string;
  readonly committerDate: string;
  /** What the commit says that its message is written in; empty for UTF-8. */
  readonly encoding: string;
  /** Verbatim, including a final line feed if there is one. */
  readonly message: string;
  /** The message was longer than {@link mostFieldBytes} and is incomplete. */
  readonly cut: boolean;
  readonly files: CommitFiles;
}

/** Which list of changed files git prints after each commit. */
export type FileList = 'numstat' | 'names' | 'none';

/** Longest field that is kept, in bytes. */
export const mostFieldBytes = 1 << 20;

/** The output does not have the requested format. */
export class CommitLogError extends Error {}

/**
 * `--format` for {@link CommitLog}: fields between NULs, which no field can contain. Without %G (runs gpg) and %aI
 * (crashes before 1970).
 */
export const commitFormat = '--format=format:%x00%H%x00%P%x00%an%x00%ae%x00%ad%x00%cd%x00%e%x00%B%x00';
const fieldCount = 8;

const hash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Git prints a zone as a number, and some programs wrote ones of more than four digits. */
const rawDate = /^(?:-?\d+ [+-]\d{4,10})?$/;
const counted = /^(\d+|-)\t(\d+|-)\t/;

/**
 * Reads `git log -z` with {@link commitFormat}, in pieces of any size. Git's output, byte for byte:
 *
 *   log    = commit (NUL commit)*
 *   commit = NUL (field NUL){8} [LF file+]
 *   file   = added TAB deleted TAB name NUL | added TAB deleted TAB NUL old NUL new NUL    (numstat)
 *          | name NUL                                                                      (names)
 */
export class CommitLog {
  readonly #list: FileList;
  readonly #mostNames: number;
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #cut = false;
  #state: 'start' | 'fields' | 'separator' | 'files' | 'oldName' | 'newName' = 'start';
  #fields: string[] = [];
  #messageIsCut = false;
  #oldName = '';
  #files = noFiles();

  /** `mostNames`: how many file names a commit keeps; the rest are only counted. */
  constructor(list: FileList, mostNames: number = defaultLimits.commit_files) {
    this.#list = list;
    this.#mostNames = mostNames;
  }

  /** Returns the commits that are complete so far. Throws {@link CommitLogError}. */
  push(bytes: Uint8Array): Commit[] {
    const commits: Commit[] = [];
    for (let from = 0; ;) {
      const end = bytes.indexOf(0, from);
      this.#keep(bytes.subarray(from, end < 0 ? bytes.length : end));
      if (end < 0) return commits;
      const commit = this.#take(this.#field());
      if (commit !== null) commits.push(commit);
      from = end + 1;
    }
  }

  /** The last commit; call it once git has ended successfully. Throws {@link CommitLogError} if it is incomplete. */
  end(): Commit | null {
    const clean = this.#restBytes === 0 && !this.#cut;
    if (
      !clean ||
      !(
        this.#state === 'separator' ||
        this.#state === 'files' ||
        (this.#state === 'start' && this.#fields.length === 0)
      )
    )
      throw new CommitLogError('The list of commits ends in the middle of one.');
    return this.#state === 'start' ? null : this.#commit();
  }

  #keep(piece: Uint8Array): void {
    const room = mostFieldBytes - this.#restBytes;
    if (piece.length > room) this.#cut = true;
    const kept = piece.subarray(0, Math.max(0, room));
    if (kept.length === 0) return;
    this.#rest.push(Uint8Array.from(kept));
    this.#restBytes += kept.length;
  }

  #field(): { readonly text: string; readonly cut: boolean } {
    const bytes = Buffer.concat(this.#rest);
    const text = this.#state === 'fields' ? messageText(bytes, this.#cut) : bytes.toString('utf8');
    const field = { text, cut: this.#cut };
    this.#rest = [];
    this.#restBytes = 0;
    this.#cut = false;
    return field;
  }

  /** Takes one field. Returns the commit if this field completes it. */
  #take({ text, cut }: { readonly text: string; readonly cut: boolean }): Commit | null {
    switch (this.#state) {
      case 'start':
        if (text !== '') throw new CommitLogError('A commit does not begin where it should.');
        this.#state = 'fields';
        return null;
      case 'fields':
        this.#fields.push(text);
        if (this.#fields.length < fieldCount) return null;
        this.#messageIsCut = cut;
        this.#state = 'separator';
        return null;
      case 'separator':
        if (text === '') return this.#commit();
        if (!text.startsWith('\n') || this.#list === 'none')
          throw new CommitLogError('There is unexpected output between two commits.');
        this.#state = 'files';
        this.#file(text.slice(1));
        return null;
      case 'files':
        if (text === '') return this.#commit();
        this.#file(text);
        return null;
      case 'oldName':
        this.#oldName = text;
        this.#state = 'newName';
        return null;
      case 'newName':
        if (this.#name(text)) this.#files.renames.push({ from: this.#oldName, to: text });
        this.#state = 'files';
        return null;
    }
  }

  #file(text: string): void {
    if (this.#list === 'names') {
      this.#name(text);
      return;
    }
    const numbers = counted.exec(text);
    if (numbers === null) throw new CommitLogError('A changed file has no numbers.');
    // Binary files have no numbers.
    this.#files.added += Number(numbers[1] === '-' ? 0 : numbers[1]);
    this.#files.deleted += Number(numbers[2] === '-' ? 0 : numbers[2]);
    const name = text.slice(numbers[0].length);
    if (name === '') this.#state = 'oldName';
    else this.#name(name);
  }

  /** Returns whether the name is kept. */
  #name(name: string): boolean {
    if (name === '') throw new CommitLogError('A changed file has no name.');
    this.#files.count += 1;
    const isKept = this.#files.names.length < this.#mostNames;
    if (isKept) this.#files.names.push(name);
    return isKept;
  }

  #commit(): Commit {
    const [
      sha = '',
      parents = '',
      author = '',
      authorEmail = '',
      authorDate = '',
      committerDate = '',
      encoding = '',
      message = '',
    ] = this.#fields;
    const parentList = parents === '' ? [] : parents.split(' ');
    if (![sha, ...parentList].every((text) => hash.test(text)))
      throw new CommitLogError('A commit has no valid hash.');
    if (!rawDate.test(authorDate) || !rawDate.test(committerDate))
      throw new CommitLogError(`The commit ${sha} has no valid date.`);
    const { names, renames, count, added, deleted } = this.#files;
    const counts = this.#list === 'numstat' ? { added, deleted } : { added: null, deleted: null };
    const commit: Commit = {
      sha,
      parents: parentList,
      author,
      authorEmail,
      authorDate,
      committerDate,
      encoding,
      message,
      cut: this.#messageIsCut,
      files: { names, renames, count, ...counts },
    };
    this.#fields = [];
    this.#files = noFiles();
    this.#state = 'start';
    return commit;
  }
}

/** Of a commit without files, or of one whose files are unknown. */
export const noFiles = (): {
  names: string[];
  renames: Rename[];
  count: number;
  added: number;
  deleted: number;
} => ({
  names: [],
  renames: [],
  count: 0,
  added: 0,
  deleted: 0,
});
