import path from 'node:path';
import type * as z from 'zod';
import { errnoOf } from '../../../base/files/errno.ts';
import type {
  ConversationFormat,
  importConversationsRequestSchema,
} from '../../contract/filing/conversationSchemas.ts';
import { isoTime, wingName, type WingName } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';
import type { SourceRecord } from '../../model/source/source.ts';
import type { PalaceStore } from '../../store/palaceStore.ts';
import { yieldToEventLoopEvery, inFlight, type InFlight } from '../../../base/async/concurrency.ts';
import { nodeFileAccess, type FileAccess, type FileStat } from '../fileAccess.ts';
import { folderRegistryKey, parseFolderRegistry } from '../../model/source/folderRegistry.ts';
import { minedWings } from '../workspaceFolders.ts';
import { tooLargeForClosets } from '../../filing/closets/importedClosets.ts';
import { importDrawers } from '../../filing/importDrawers.ts';
import type { MiningProgress } from '../../filing/mineReport.ts';
import { miningLimits, type MiningLimits } from '../../filing/miningLimits.ts';
import { progressReporter } from '../../filing/progressReporter.ts';
import type { Conversation, ReadConversations } from './reading/conversation.ts';
import { findConversationFiles, type ConversationFile } from './conversationFiles.ts';
import { folderAround, sourcePathOf, wingOfConversation, type WorkspaceFolder } from './conversationPlace.ts';
import type { DetectedFormat } from './reading/detectFormat.ts';
import { countConversation } from './countConversation.ts';
import { filedConversation, type ConversationOrigin } from './filedConversation.ts';
import { fileBytes } from './reading/fileBytes.ts';
import { formatOfFile } from './reading/formatOfFile.ts';
import { ConversationTally } from './importReport.ts';
import { knownConversations, type KnownConversations, type UnchangedFile } from './knownConversations.ts';
import { readConversations } from './reading/readConversations.ts';
import { slackChannels } from './slack/slackChannel.ts';
import { sniffedCwd } from './reading/sniffedCwd.ts';
import { drawersPerSlice, writeConversation } from './writeConversation.ts';

/** The call's request, and the palace's name as the wing if there are no folders. */
export type ImportConversationsRequest = z.input<typeof importConversationsRequestSchema> & {
  readonly palaceName: string | null;
};

export interface ImportConversationsOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MiningProgress) => void;
  readonly clock: () => Date;
  readonly files?: FileAccess;
}

const sliceMs = 8;
/** A session's folder appears within this many bytes of a file's start, if at all. */
const headerBytes = 16 * 1024;

/** One import: the files of its request, read one by one. */
export class ImportRun {
  readonly tally = new ConversationTally();
  readonly #store: PalaceStore;
  readonly #request: ImportConversationsRequest;
  readonly #options: ImportConversationsOptions;
  readonly #access: FileAccess;
  readonly #folders: readonly WorkspaceFolder[];
  /** The folders' own wings. */
  readonly #wings: readonly string[];
  readonly #filed: KnownConversations;
  readonly #limits: MiningLimits;
  readonly #slack: ReturnType<typeof slackChannels>;
  readonly #nameOf: (file: string) => string;
  /** Of a dry run: the hashes of what it would have added so far. */
  readonly #counted = new Map<string, string>();
  readonly #yieldToEventLoop = yieldToEventLoopEvery(sliceMs);

  /** `nameOf`: a file's name, as a source and for a person. */
  constructor(
    store: PalaceStore,
    request: ImportConversationsRequest,
    options: ImportConversationsOptions,
    nameOf: (file: string) => string,
  ) {
    this.#store = store;
    this.#nameOf = nameOf;
    this.#request = request;
    this.#folders = request.workspace_folders ?? [];
    this.#wings = minedWings(parseFolderRegistry(store.read.meta(folderRegistryKey)), this.#folders);
    this.#options = options;
    this.#access = options.files ?? nodeFileAccess;
    this.#filed = knownConversations(store.read);
    this.#limits = miningLimits(store.read);
    this.#slack = slackChannels(this.#access, () => this.#pause());
  }

  async all(): Promise<void> {
    const progress = progressReporter(this.#options.onProgress);
    progress.begin('scanning', null);
    const { files, problems } = await findConversationFiles(
      this.#access,
      this.#request.files,
      () => this.#pause(),
      { mayBeSlack: ['auto', 'slack', undefined].includes(this.#request.format) },
    );
    for (const { file, reason } of problems) this.fail(file, reason, reason !== 'helper');
    const unread = problems.find(({ reason }) => reason === 'not_found' || reason === 'unreadable');
    if (files.length === 0 && unread !== undefined) {
      throw new PalaceError('E_IMPORT_FORMAT', errorText`${unread.file} can't be read.`, {
        remedy: 'Check that the file exists and that you may read it.',
      });
    }
    progress.begin('mining', files.length);
    for (const [index, file] of files.entries()) {
      await this.#pause();
      await this.#take(file);
      progress.step(index + 1, this.#nameOf(file.path));
    }
    progress.end();
  }

  async #take(file: ConversationFile): Promise<void> {
    try {
      if (file.slackExport !== null) return await this.#takeSlackChannel(file.path, file.slackExport);
      const stat = await this.#access.stat(file.path);
      const known = this.#known(file.path, stat);
      if (known?.isDamaged === false) return;
      if (
        this.#request.within_workspace === true &&
        this.#isElsewhere(await this.#access.readStart(file.path, headerBytes))
      )
        return this.tally.skip('other_workspace');
      const detected = await formatOfFile(this.#access, file.path, stat.size, this.#request.format);
      if (detected === null) return this.fail(file.path, 'not_a_conversation', file.isNamed);
      if (detected.format === 'drawers') return await this.#takeDrawers(file.path);
      await this.#takeConversations(file, stat, detected, known !== null);
    } catch (error) {
      if (error instanceof PalaceError || errnoOf(error) === undefined) throw error;
      this.fail(file.path, 'unreadable', true);
    }
  }

  async #takeSlackChannel(folder: string, root: string): Promise<void> {
    const channel = await this.#slack(folder, root);
    if (channel === null) return;
    for (const problem of channel.problems) {
      this.tally.skip(problem.reason);
      this.tally.problem(problem);
    }
    const known = this.#known(folder, channel.stat);
    if (known?.isDamaged === false) return;
    const read = await channel.read();
    if (known === null) await this.#fileAll(folder, 'slack', { ...channel.stat, hash: read.hash }, read);
    else this.#tell(folder, read);
  }

  async #takeDrawers(file: string): Promise<void> {
    const { signal, clock } = this.#options;
    const {
      added,
      duplicates,
      skipped,
      warnings,
      without_closets: tooLarge,
    } = await importDrawers(this.#store, file, {
      clock,
      isDryRun: this.#request.dry_run === true,
      ...(signal === undefined ? {} : { signal }),
    });
    this.tally.conversation({ added, duplicates }, 0);
    for (const [reason, times] of Object.entries(skipped)) this.tally.skip(reason, times);
    for (const { line, reason } of warnings)
      this.tally.problem({ file: this.#nameOf(file), where: `line ${line}`, reason });
    if (tooLarge > 0)
      this.tally.problem({ file: this.#nameOf(file), where: '', reason: tooLargeForClosets(tooLarge) });
  }

  /** `isKnown`: its conversations are filed already, and only its problems are told. */
  async #takeConversations(
    { path: file, isNamed }: ConversationFile,
    stat: FileStat,
    { format, layout }: DetectedFormat & { readonly format: ConversationFormat },
    isKnown: boolean,
  ): Promise<void> {
    const bytes = fileBytes(file, stat.size);
    const read = await readConversations(bytes.chunks, {
      format,
      layout,
      fileName: path.basename(file),
      yieldToEventLoop: () => this.#pause(),
    });
    const isProse = format === 'markdown' && read.conversations.every(({ exchanges }) => exchanges.length === 0);
    // Ordinary text files in a folder are not worth reporting.
    if (isProse && read.problems.length === 0) return this.fail(file, 'not_a_conversation', isNamed);
    if (isKnown) this.#tell(file, read);
    else await this.#fileAll(file, format, { ...stat, hash: bytes.hash() }, read);
  }

  /** Counts what could not be read of a file or a channel's folder, and names it. */
  #tell(file: string, { problems, skipped }: ReadConversations): void {
    for (const [reason, times] of Object.entries(skipped)) if (reason !== 'blank') this.tally.skip(reason, times);
    for (const { where, reason } of problems) this.tally.problem({ file: this.#nameOf(file), where, reason });
  }

  /** Files the conversations read from a file or from a channel's folder. */
  async #fileAll(
    file: string,
    format: ConversationFormat,
    { size, mtimeMs, hash }: Pick<SourceRecord, 'size' | 'mtimeMs' | 'hash'>,
    read: ReadConversations,
  ): Promise<void> {
    this.#tell(file, read);
    // Several short conversations share a commit.
    const writes = inFlight(drawersPerSlice);
    const origin = { format, state: { size, mtimeMs, hash }, isDamaged: read.problems.length > 0 };
    try {
      for (const conversation of read.conversations) await this.#file(file, origin, conversation, writes);
      await writes.drain();
    } finally {
      await writes.settle();
    }
  }

  async #file(
    file: string,
    origin: Pick<ConversationOrigin, 'format' | 'state' | 'isDamaged'>,
    conversation: Conversation,
    writes: InFlight,
  ): Promise<void> {
    const folders = this.#folders;
    if (conversation.exchanges.length === 0)
      return this.tally.skip(conversation.asides.length > 0 ? 'helper' : 'no_exchanges');
    if (this.#request.within_workspace === true && folderAround(folders, conversation.cwd) < 0)
      return this.tally.skip('other_workspace');
    const { source, filed } = await filedConversation(conversation, {
      ...origin,
      read: this.#store.read,
      path: sourcePathOf(folders, this.#nameOf(file)),
      wing: this.#wingOf(conversation),
      limits: this.#limits,
      now: isoTime(this.#options.clock()),
      pause: () => this.#pause(),
    });
    if (this.#request.dry_run === true)
      return this.tally.conversation(countConversation(this.#store.read, filed, this.#counted));
    const write = writeConversation(this.#store, source, filed, () => this.#checkCancelled());
    await writes.add(
      filed.exchanges.reduce((sum, { pieces }) => sum + pieces.length, 0),
      write.then((tally) => this.tally.conversation(tally)),
    );
  }

  #wingOf({ cwd }: Conversation): WingName {
    const { wing, palaceName } = this.#request;
    return wing === undefined ? wingOfConversation(this.#folders, this.#wings, cwd, palaceName) : wingName(wing);
  }

  /** The file if it is unchanged since it was last read. Its drawers then count as duplicates. */
  #known(file: string, stat: FileStat): UnchangedFile | null {
    // A requested wing may move existing drawers.
    if (this.#request.wing !== undefined) return null;
    const known = this.#filed.unchanged(sourcePathOf(this.#folders, this.#nameOf(file)), stat);
    if (known !== null) this.tally.conversation({ added: 0, duplicates: known.drawers }, known.conversations);
    return known;
  }

  #isElsewhere(start: Uint8Array): boolean {
    const cwd = sniffedCwd(start);
    return cwd !== null && folderAround(this.#folders, cwd) < 0;
  }

  /** Counts a file that gives nothing; with `isTold` it is also named. */
  fail(file: string, reason: string, isTold: boolean): void {
    this.tally.skip(reason);
    if (isTold) this.tally.problem({ file: this.#nameOf(file), where: '', reason });
  }

  async #pause(): Promise<void> {
    this.#checkCancelled();
    await this.#yieldToEventLoop();
  }

  #checkCancelled(): void {
    stopIfAborted(
      this.#options.signal,
      'The import was cancelled. What was filed before stays; importing again goes on from there.',
    );
  }
}
