import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { clip, count, plural, printable, progressLine, terminalOf } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { progressText } from './mine.ts';
import { unlessRevealed, type RevealOption } from '../terminal/revealOption.ts';
import { filterRequest, type FilterOptions } from './search.ts';

const print = (options: GlobalOptions, value: unknown, text: () => string): void =>
  void process.stdout.write(options.json === true ? `${JSON.stringify(value)}\n` : `${text()}\n`);

export const statusCommand = async (options: GlobalOptions): Promise<void> => {
  const status = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) => api.status({}));
  print(options, status, () => statusText(status));
};

const statusText = ({ drawers, embeddings, palace, patterns, warnings }: PalaceStatus): string => {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, n]) => `${name} ${count(n)}`)
      .join(', ') || 'none';
  const vectors =
    embeddings.model === null
      ? 'none yet'
      : `${embeddings.model} (${embeddings.dim}, ${embeddings.engine}): ${count(embeddings.done)} done, ${count(embeddings.pending)} due`;
  return [
    ...warnings.map((warning) => `! ${warning}`),
    `Drawers   ${count(drawers.total)}${drawers.archived > 0 ? ` and ${count(drawers.archived)} archived` : ''}`,
    `Wings     ${list(drawers.by_wing)}`,
    `Types     ${list(drawers.by_type)}`,
    `Tiers     ${list(drawers.by_tier)}`,
    ...(patterns.active === 0
      ? []
      : [
          `Patterns  ${patterns.active === 1 ? '1 issue recurs' : `${count(patterns.active)} issues recur`}; see patterns`,
        ]),
    `Vectors   ${vectors}`,
    `Palace    ${palace.path}`,
    `          revision ${count(palace.revision)}, schema ${palace.schema_version}, ${(palace.bytes / 1e6).toFixed(1)} MB, ${palace.state}`,
  ].join('\n');
};

export const showCommand = async (id: string, options: GlobalOptions & RevealOption): Promise<void> => {
  const drawer = unlessRevealed(
    options,
    await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) => api.show({ drawer_id: id })),
  );
  // Into a file or another program it goes verbatim.
  print(options, drawer, () => (process.stdout.isTTY ? printable(drawerText(drawer)) : drawerText(drawer)));
};

const drawerText = (drawer: DrawerView): string =>
  [
    `${drawer.drawer_id}${drawer.archived ? ` (archived: ${drawer.archive_reason ?? ''})` : ''}`,
    `${placeOf(drawer)} · ${drawer.wing}/${drawer.room} · ${drawer.type} · ${drawer.tier}${drawer.pinned ? ' · pinned' : ''}${drawer.sensitive ? ' · sensitive' : ''}`,
    ...(drawer.tags.length === 0 ? [] : [`tags ${drawer.tags.join(', ')}`]),
    `filed ${drawer.filed_at} · opened ${plural(drawer.access_count, 'time')} · sha256 ${drawer.content_hash}`,
    '',
    drawer.text,
  ].join('\n');

const placeOf = ({ source_file: file, lines, type, tags }: DrawerView): string => {
  if (file === null) return 'note';
  const sha = type === 'git_commit' ? tags.find((tag) => tag.startsWith('sha:')) : undefined;
  return sha === undefined
    ? `${file}${lines === null ? '' : `:${lines.start}–${lines.end}`}`
    : `${file} ${sha.slice(4, 11)}`;
};

export const listCommand = async (
  options: GlobalOptions & FilterOptions & RevealOption & { readonly limit?: number; readonly cursor?: string },
): Promise<void> => {
  const { drawers, next } = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.list({ filter: filterRequest(options), limit: options.limit ?? 50, cursor: options.cursor ?? null }),
  );
  const page = { drawers: drawers.map((drawer) => unlessRevealed(options, drawer)), next };
  print(options, page, () => {
    const { columns } = terminalOf(process.stdout);
    const lines = page.drawers.map((drawer) =>
      clip(
        `${drawer.drawer_id}  ${printable(`${placeOf(drawer)}  ${drawer.text.trim().split('\n')[0] ?? ''}`)}`,
        columns,
      ),
    );
    return (
      [...lines, ...(page.next === null ? [] : [`More: list --cursor ${page.next}`])].join('\n') || 'No drawers.'
    );
  });
};

export const verifyCommand = async (options: GlobalOptions): Promise<void> => {
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const report = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.verify({}, { onProgress: (progress) => line.show(progressText(progress)) }),
  ).finally(() => line.clear());
  if (options.quiet !== true || options.json === true || !report.ok)
    print(options, report, () =>
      report.ok
        ? `Sound: ${plural(report.checked, 'drawer')} compared with their hashes, the file is consistent.`
        : [
            `Damaged: ${plural(report.damaged.length, 'finding')} in ${plural(report.checked, 'drawer')}.`,
            ...report.damaged.map(({ what, id, problem }) => `  ${what} ${id}: ${problem}`),
          ].join('\n'),
    );
  if (!report.ok) process.exitCode = 1;
};

export const showProfileCommand = async (name: string | undefined, options: GlobalOptions): Promise<void> => {
  const profile = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.showProfile(name === undefined ? {} : { name }),
  );
  print(options, profile, () =>
    [
      `${profile.name}: ${profile.description}`,
      ...Object.entries(profile.flags).map(
        ([flag, { value, source }]) => `  ${flag.padEnd(28)} ${JSON.stringify(value).padEnd(16)} ← ${source}`,
      ),
    ].join('\n'),
  );
};
