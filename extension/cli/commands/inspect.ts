import type { DrawerView, PalaceStatus } from '../../palace/palaceApi.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { allCores, palacePlace, withPalace, type GlobalOptions } from '../cliContext.ts';
import { clip, count, plural, progressLine, terminalOf } from '../terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { progressText } from './mine.ts';
import { filterRequest, type FilterOptions } from './search.ts';

const print = (options: GlobalOptions, value: unknown, text: () => string): void =>
  void process.stdout.write(options.json === true ? `${JSON.stringify(value)}\n` : `${text()}\n`);

export const statusCommand = async (options: GlobalOptions): Promise<void> => {
  const status = await withPalace(existingPalace(palacePlace(options, '.')), ({ api }) => api.status({}));
  print(options, status, () => statusText(status));
};

const statusText = ({ drawers, embeddings, palace, warnings }: PalaceStatus): string => {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts).sort(([, a], [, b]) => b - a).map(([name, n]) => `${name} ${count(n)}`).join(', ') || 'none';
  const vectors = embeddings.model === null ? 'none yet' : `${embeddings.model} (${embeddings.dim}, ${embeddings.engine}): ${count(embeddings.done)} done, ${count(embeddings.pending)} due`;
  return [
    ...warnings.map((warning) => `! ${warning}`),
    `Drawers   ${count(drawers.total)}${drawers.archived > 0 ? ` and ${count(drawers.archived)} archived` : ''}`,
    `Wings     ${list(drawers.by_wing)}`,
    `Types     ${list(drawers.by_type)}`,
    `Tiers     ${list(drawers.by_tier)}`,
    `Vectors   ${vectors}`,
    `Palace    ${palace.path}`,
    `          revision ${count(palace.revision)}, schema ${palace.schema_version}, ${(palace.bytes / 1e6).toFixed(1)} MB, ${palace.state}`,
  ].join('\n');
};

export const showCommand = async (id: string, options: GlobalOptions): Promise<void> => {
  const drawer = await withPalace(existingPalace(palacePlace(options, '.')), ({ api }) => api.show({ drawer_id: id }));
  print(options, drawer, () => drawerText(drawer));
};

const drawerText = (drawer: DrawerView): string => [
  `${drawer.drawer_id}${drawer.archived ? ` (archived: ${drawer.archive_reason ?? ''})` : ''}`,
  `${placeOf(drawer)} · ${drawer.wing}/${drawer.room} · ${drawer.type} · ${drawer.tier}${drawer.pinned ? ' · pinned' : ''}${drawer.sensitive ? ' · sensitive' : ''}`,
  `filed ${drawer.filed_at} · opened ${plural(drawer.access_count, 'time')} · sha256 ${drawer.content_hash}`,
  '', drawer.text,
].join('\n');

const placeOf = ({ source_file: file, lines }: DrawerView): string => (file === null ? 'note' : `${file}${lines === null ? '' : `:${lines.start}–${lines.end}`}`);

export const listCommand = async (options: GlobalOptions & FilterOptions & { readonly limit?: number; readonly cursor?: string }): Promise<void> => {
  const page = await withPalace(existingPalace(palacePlace(options, '.')), ({ api }) =>
    api.list({ filter: filterRequest(options), limit: options.limit ?? 50, cursor: options.cursor ?? null }));
  print(options, page, () => {
    const { columns } = terminalOf(process.stdout);
    const lines = page.drawers.map((drawer) => clip(`${drawer.drawer_id}  ${placeOf(drawer)}  ${drawer.text.trim().split('\n')[0] ?? ''}`, columns));
    return [...lines, ...(page.next === null ? [] : [`More: list --cursor ${page.next}`])].join('\n') || 'No drawers.';
  });
};

export const verifyCommand = async (options: GlobalOptions): Promise<void> => {
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const report = await withPalace(existingPalace(palacePlace(options, '.')), ({ api }) =>
    api.verify({}, { onProgress: (progress) => line.show(progressText(progress)) })).finally(() => line.clear());
  print(options, report, () => (report.ok
    ? `Sound: ${plural(report.checked, 'drawer')} compared with their hashes, the file is consistent.`
    : [`Damaged: ${plural(report.damaged.length, 'finding')} in ${plural(report.checked, 'drawer')}.`, ...report.damaged.map(({ what, id, problem }) => `  ${what} ${id}: ${problem}`)].join('\n')));
  if (!report.ok) process.exitCode = 1;
};

export const importCommand = async (file: string, options: GlobalOptions & { readonly format: string; readonly wait: boolean }): Promise<void> => {
  if (options.format !== 'drawers') throw new PalaceError('E_USAGE', `--format: there is no “${options.format}”. Known: drawers.`);
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const report = await withPalace(palacePlace(options, '.'), ({ api }) =>
    api.importDrawers({ file, wait_for_embeddings: options.wait }, { onProgress: (progress) => line.show(progressText(progress)) }), allCores()).finally(() => line.clear());
  print(options, report, () => `Imported ${plural(report.added, 'drawer')}; ${plural(report.duplicates, 'duplicate')}; skipped: ${
    Object.entries(report.skipped).map(([reason, n]) => `${reason} ${count(n)}`).join(', ') || 'none'}.`);
};

export const showProfileCommand = async (name: string | undefined, options: GlobalOptions): Promise<void> => {
  const profile = await withPalace(existingPalace(palacePlace(options, '.')), ({ api }) => api.showProfile(name === undefined ? {} : { name }));
  print(options, profile, () => [`${profile.name}: ${profile.description}`,
    ...Object.entries(profile.flags).map(([flag, { value, source }]) => `  ${flag.padEnd(28)} ${JSON.stringify(value).padEnd(16)} ← ${source}`)].join('\n'));
};
