import path from 'node:path';
import type { Command } from 'commander';
import type { MineProgress } from '../../../palace/contract/filing/mineProgress.ts';
import type { ChangedFiles, MineReport } from '../../../palace/contract/filing/intakeSchemas.ts';
import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import { allCores, withPalace } from '../../connection/openPalace.ts';
import { withPalaceForDryRun } from '../../connection/palaceForDryRun.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { demandFolder } from '../../connection/readablePlace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { named } from '../../options/named.ts';
import { wholeNumber } from '../../options/wholeNumber.ts';
import { printSummary } from '../../terminal/print.ts';
import { abortOnInterrupt, withProgress } from '../../terminal/progress.ts';
import { sayIfNotEmbedding } from '../../terminal/sayIfNotEmbedding.ts';
import { sayIfWaiting } from '../../terminal/sayIfWaiting.ts';
import { plural } from '../../../base/text/plural.ts';
import { printableName } from '../../../base/text/printable.ts';
import { documentKindOf } from '../../../palace/model/source/documentKinds.ts';
import { leftOutReason } from '../../../palace/model/source/leftOutReasons.ts';
import { skippedDocument } from '../../../palace/model/source/skippedDocument.ts';
import { count } from '../../terminal/terminal.ts';

interface MineOptions extends GlobalOptions {
  readonly wait: boolean;
  readonly maxWait?: number;
  readonly dryRun?: boolean;
}

/** `mine`: files the workspace's text files. */
export const register = (program: Command): void => {
  addCommand(program, 'mine')
    .argument('[dir]', 'folder to mine (default: the workspace around the current folder)')
    .description('file the workspace’s text files as drawers')
    .option('--no-wait', 'leave the vectors to a later run')
    .option(
      '--max-wait <seconds>',
      'wait at most this long for the vectors, then leave the rest to a later run',
      wholeNumber(0, 86_400),
    )
    .option('--dry-run', 'only list the files that mining would file or archive')
    .addHelpText('after', '\nExamples:\n  synapse-palace mine\n  synapse-palace mine ~/src/harbor --json')
    .action((dir: string | undefined, _: unknown, command: Command) => mine(dir, optionsOf(command)));
};

const mine = async (folder: string | undefined, options: MineOptions): Promise<void> => {
  const target = path.resolve(folder === undefined ? '.' : named('the folder', folder));
  const location = palaceLocation(options, target, folder !== undefined);
  const root = folder === undefined ? location.workspace : target;
  demandFolder(root);
  const signal = abortOnInterrupt();
  const folders = [{ path: root, name: path.basename(root) }];
  if (options.dryRun === true) {
    const found = await withProgress(options, (onProgress) =>
      withPalaceForDryRun(location, (api) => api.changedFiles({ folders }, { signal, onProgress })),
    );
    printSummary(options, found, () => changedText(found));
    return;
  }
  const report = await withProgress(
    options,
    (onProgress) =>
      withPalace(
        location,
        async (api) => {
          await sayIfWaiting(options, api);
          const mined = await api.mine(
            {
              folders,
              wait_for_embeddings: options.wait && options.maxWait === undefined,
            },
            { signal, onProgress },
          );
          const { maxWait } = options;
          const embeddings =
            maxWait === undefined ? mined.embeddings : await awaitVectors(api, maxWait, onProgress);
          await sayIfNotEmbedding(options, api);
          return { ...mined, embeddings };
        },
        allCores(),
      ),
    { files: true },
  );
  printSummary(options, withoutFiles(report), () => summary(report, location.folder));
};

/** What mining would change, one file per line. */
const changedText = ({ changed, gone, files }: ChangedFiles): string => {
  const left = changed + gone - files.length;
  const changes = [
    ...(changed > 0 ? [`file ${plural(changed, 'file')}`] : []),
    ...(gone > 0 ? [`archive the drawers of ${plural(gone, 'file')}`] : []),
  ];
  return changes.length === 0
    ? 'Mining would change nothing.'
    : [
        `Mining would ${changes.join(' and ')}:`,
        ...files.map((file) => `  ${printableName(file)}`),
        ...(left > 0 ? [`  … and ${count(left)} more`] : []),
      ].join('\n');
};

/** Waits until every drawer has its vector, the model proves unusable, or `seconds` have passed. */
const awaitVectors = async (
  api: PalaceApi,
  seconds: number,
  onProgress: (progress: MineProgress) => void,
): Promise<MineReport['embeddings']> => {
  for (const end = performance.now() + seconds * 1000; ;) {
    const { embeddings } = await api.status({});
    const { done, pending, per_second: rate, state } = embeddings;
    if (pending === 0 || state === 'unavailable' || state === 'mismatch' || performance.now() > end)
      return { done, pending };
    onProgress({ stage: 'embedding', done, total: done + pending, message: 'meaning', per_second: rate });
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

const withoutFiles = ({
  sources,
  drawers,
  embeddings,
  elapsed_ms,
}: MineReport): Omit<MineReport, 'skipped_files'> => ({ sources, drawers, embeddings, elapsed_ms });

const summary = (report: MineReport, folder: string): string => {
  const { sources, drawers, embeddings, elapsed_ms: ms } = report;
  const skipped = Object.entries(sources.skipped)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, n]) => `${leftOutReason(reason)} ${count(n)}`);
  return [
    `Mined ${plural(sources.mined, 'file')} (${count(sources.unchanged)} unchanged, ${count(sources.renamed)} renamed, ${count(sources.archived)} archived) in ${(ms / 1000).toFixed(1)} s.`,
    `Drawers: ${count(drawers.added)} added, ${count(drawers.kept)} kept, ${count(drawers.archived)} archived. Vectors: ${count(embeddings.done)} done, ${count(embeddings.pending)} due.`,
    ...(skipped.length === 0 ? [] : [`Skipped: ${skipped.join(', ')}.`]),
    ...unreadDocuments(report),
    `Palace: ${printableName(folder)}`,
  ].join('\n');
};

/** Documents whose text could not be read, and why. */
const unreadDocuments = ({ skipped_files: files }: MineReport): readonly string[] =>
  files.flatMap(({ path: file, reason }) => {
    const why = documentKindOf(file) === null ? undefined : skippedDocument[reason];
    return why === undefined ? [] : [`  ${printableName(file)}: ${why}`];
  });
