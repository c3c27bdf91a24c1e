import { CLOSET_CHAR_LIMIT } from '../model/drawer/closetLine.ts';
import { engineChoices } from '../model/embedding/embeddingEngine.ts';

/** A number with its bounds. */
interface CountRow {
  readonly kind: 'count';
  readonly default: number;
  readonly least: number;
  readonly most: number;
}

/** One of a few words. Only the user's settings may set it, never a workspace. */
interface ChoiceRow {
  readonly kind: 'choice';
  readonly default: string;
  readonly values: readonly string[];
}

/** A setting's name in the editor (`synapsePalace.<editor>`), and what it does, in Markdown. */
interface Described {
  readonly editor: string;
  readonly what: string;
}

const count = (editor: string, fallback: number, least: number, most: number, what: string) =>
  ({ kind: 'count', default: fallback, least, most, editor, what }) as const;

/**
 * The settings of a palace, each with its default and bounds. The editor's settings, the command line's
 * `config`, the settings page and mining all follow this table. It uses no schema library, because the editor
 * reads it while starting.
 */
export const palaceSettingRows = {
  chunk_target: count(
    'mining.chunkTarget',
    800,
    200,
    4000,
    'Target length of a drawer of a file or conversation, in characters. After a change, the next mine cuts every file again, and the next import every conversation: unchanged pieces keep their drawers, and a piece that was pinned, tagged or used is archived when its text is cut differently. A drawer’s meaning is taken from its first 256 tokens, about 1,000 characters.',
  ),
  max_file_kib: count(
    'mining.maxFileSize',
    1024,
    1,
    16_384,
    'Largest file that is mined, in KiB. A larger one is skipped as `too_large`; the drawers it had go to the archive.',
  ),
  max_document_kib: count(
    'mining.maxDocumentSize',
    16_384,
    0,
    262_144,
    'Largest PDF, Word document (DOCX), EPUB book or Jupyter notebook whose text is mined, in KiB. A larger one is skipped as `too_large`; `0` leaves out all of them.',
  ),
  max_line_length: count(
    'mining.maxLineLength',
    5000,
    200,
    1_000_000,
    'Longest line, in characters. A file with a longer one is skipped as `generated`.',
  ),
  binary_sniff_kib: count(
    'mining.binarySniff',
    8,
    1,
    1024,
    'How much of a file’s beginning is searched for a NUL byte, in KiB. A file with one is skipped as `binary`.',
  ),
  commit_files: count(
    'git.listedFiles',
    50,
    0,
    1000,
    'How many file names a commit’s drawer lists. Commits that are indexed already stay as they are.',
  ),
  closet_char_limit: count(
    'closets.charLimit',
    CLOSET_CHAR_LIMIT,
    300,
    10_000,
    'Largest closet, in characters. After a change of this or another closet limit, the next mine builds the closets again.',
  ),
  closet_window: count(
    'closets.window',
    5000,
    500,
    50_000,
    'Size of the windows in which a source is searched for topics and quotes, in characters.',
  ),
  closet_topics: count('closets.topics', 12, 1, 100, 'Most topics in a window.'),
  closet_quotes: count('closets.quotes', 3, 0, 50, 'Most quotes in a window.'),
  closet_entities: count('closets.entities', 5, 0, 50, 'Most entities in a line of a closet.'),
  exclude: {
    kind: 'patterns',
    default: [],
    editor: 'exclude',
    what: 'Patterns for files that are not mined, in `.gitignore` syntax, relative to the workspace folder, such as `/fixtures/` or `*.snap`. Files that `.gitignore` hides, or in the editor `#files.exclude#` or `#search.exclude#`, are never mined.',
  },
  model_folder: {
    kind: 'folder',
    default: '',
    editor: 'model.folder',
    what: 'Folder of another embedding model: an ONNX sentence encoder as `model.onnx`, its `tokenizer.json`, and a `model.json` like the shipped one’s. Absolute, or beginning with `~`; empty: the shipped model. Takes effect when the palace is next opened. Until the embeddings are rebuilt with it (**Rebuild Embeddings**), search uses words alone.',
  },
  model_engine: {
    kind: 'choice',
    default: engineChoices[0],
    values: engineChoices,
    editor: 'model.engine',
    what: 'What computes the vectors. `automatic`: the palace’s own engine where the model has weights for it and this machine gives the recorded vectors, otherwise onnxruntime-web. `onnxruntime-web`: always that, at less than half the speed. Takes effect when the palace is next opened; vectors of one engine are never compared with those of the other.',
  },
  embedding_pace: {
    kind: 'choice',
    default: 'considerate',
    values: ['considerate', 'full'],
    editor: 'embedding.pace',
    what: 'How fast the semantic index is built in the background. `considerate`: by one worker while other programs need the processor, and with rests while the machine runs on battery (Linux, macOS). `full`: always by all workers, one less than there are cores, four at most. What a search or a command waits for is never held up.',
  },
  reranker_folder: {
    kind: 'folder',
    default: '',
    editor: 'reranker.folder',
    what: 'Folder of a cross-encoder that searches may rerank their best results with (profile flag `rerank_enabled`): an ONNX model as `model.onnx`, its `tokenizer.json`, and a `model.json` with `name`, `max_tokens`, `files`, `licence` and `origin`. Absolute, or beginning with `~`; empty: none. Takes effect when the palace is next opened.',
  },
  agents_may_apply: {
    kind: 'choice',
    default: 'approved',
    values: ['approved', 'always'],
    editor: 'agents.mayApply',
    what: 'Whether an agent may put summaries in place of notes. `approved`: a plan of an agent waits until a person applies it, in the editor’s review or with `synapse-palace compact --apply`. `always`: an agent may apply its plans itself; what it did is reported, and can be undone. Takes effect at once, for agents over MCP and for hooks alike.',
  },
} as const satisfies Readonly<
  Record<
    string,
    Described &
      (
        | CountRow
        | ChoiceRow
        | { readonly kind: 'patterns'; readonly default: readonly string[] }
        | { readonly kind: 'folder'; readonly default: string }
      )
  >
>;

type Rows = typeof palaceSettingRows;
export type PalaceSettingName = keyof Rows;
type ValueOf<Row> = Row extends CountRow
  ? number
  : Row extends { readonly kind: 'choice'; readonly values: readonly (infer Choice)[] }
    ? Choice
    : Row extends { readonly kind: 'patterns' }
      ? readonly string[]
      : string;
export type PalaceSettings = { readonly [Name in PalaceSettingName]: ValueOf<Rows[Name]> };

export const palaceSettingNames = Object.keys(palaceSettingRows) as readonly PalaceSettingName[];

export const isPalaceSetting = (name: string): name is PalaceSettingName => Object.hasOwn(palaceSettingRows, name);

export const defaultPalaceSettings = Object.fromEntries(
  palaceSettingNames.map((name) => [name, palaceSettingRows[name].default]),
) as unknown as PalaceSettings;

/** Whether a value may be a setting's. */
export const isValueOf = <Name extends PalaceSettingName>(
  name: Name,
  value: unknown,
): value is PalaceSettings[Name] => {
  const row = palaceSettingRows[name];
  switch (row.kind) {
    case 'count':
      return Number.isInteger(value) && Number(value) >= row.least && Number(value) <= row.most;
    case 'patterns':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    case 'choice':
      return row.values.some((choice) => choice === value);
    case 'folder':
      return typeof value === 'string' && (value === '' || /^(?:~(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/.test(value));
  }
};

/** What a setting's value has to be, in words. */
export const expectedOf = (name: PalaceSettingName): string => {
  const row = palaceSettingRows[name];
  switch (row.kind) {
    case 'count':
      return `a whole number from ${row.least} to ${row.most}`;
    case 'patterns':
      return 'a list of patterns';
    case 'choice':
      return row.values.join(' or ');
    case 'folder':
      return 'the absolute path of a folder, or empty';
  }
};
