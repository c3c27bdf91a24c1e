import { messageOf } from '../../../base/text/messageOf.ts';
import { englishText, type ErrorText } from './errorText.ts';

/** Every error that a person can see, with a remedy. Codes are stable; texts may be reworded. */
export const errorTable = {
  E_FOLDER_UNREADABLE: 'Check that the folder exists and that you may read it.',
  E_PALACE_NOT_FOUND: 'Mine the workspace first.',
  E_PALACE_READ_ONLY:
    'Make the palace folder writable, or place the palace elsewhere (setting synapsePalace.location, option --palace).',
  E_PALACE_DAMAGED:
    'Nothing damaged is overwritten. `verify` shows what is affected, `repair --dry-run` what can be saved; `repair` saves it.',
  E_PALACE_NEWER: 'Update Synapse Palace; this version leaves the palace as it is.',
  E_PALACE_IN_USE: 'Close the other window or program that uses this palace, then try again.',
  E_PROTOCOL_VERSION: 'Update the older one of the two programs and restart it.',
  E_NOT_ALLOWED: 'Only programs of the user who owns the palace’s folder may use it.',
  E_DISK_FULL: 'Free some space on the disk that holds the palace and try again. Acknowledged writes are safe.',
  E_DISK_ERROR:
    'The disk did not carry out a read or write. Acknowledged writes are safe; check the disk, then try again.',
  E_SQLITE_INCOMPATIBLE: 'The bundled SQLite is not the one that this version expects. Reinstall Synapse Palace.',
  E_SQL: 'This is a defect in Synapse Palace: please report it with the log.',
  E_MODEL_MISSING:
    'Correct the setting model_folder, or reinstall Synapse Palace to bring the embedding model back. Search by words still works.',
  E_MODEL_ALTERED:
    'The model file does not have its published checksum. Reinstall Synapse Palace. Search by words still works.',
  E_EMBEDDING: 'The text could not be embedded. Search by words still works.',
  E_RERANKER:
    'Correct the setting reranker_folder, or switch rerank_enabled off. Results stay in the fused order.',
  E_QUERY_EMPTY: 'Type at least one word.',
  E_QUERY_TOO_LONG: 'Shorten the query.',
  E_QUERY_FIELD: 'Correct the filter in the query.',
  E_DRAWER_NOT_FOUND: 'Check the ID; `list` and the Memory view show the IDs there are.',
  E_LINKED: 'Open the palace that it lives in.',
  E_SENSITIVE: 'A person can look at it and unmark it in the editor.',
  E_PATTERN_NOT_FOUND: 'Check the ID; `patterns` shows the recurring issues there are.',
  E_NO_VECTOR:
    'Wait until its vector is computed; the status shows how many are due. Sensitive and archived drawers get none.',
  E_REPLAY: 'Open an unchanged packet that a search with replay has written.',
  E_PROFILE_UNKNOWN: 'Choose one of the profiles named.',
  E_PROFILE_VALUE: 'Correct the value.',
  E_MODEL_MISMATCH:
    'Rebuild the embeddings with the current model, or search with model_guard_strict off (words only).',
  E_IMPORT_FORMAT: 'Check the file: each line must be one JSON object.',
  E_NOTE: 'Correct the note and save it again; nothing was filed.',
  E_NOT_A_NOTE: 'Only notes can be changed; mined text follows its source. Edit the source and mine it again.',
  E_TAG: 'Correct the tag.',
  E_ERASE: 'Check what it reaches now and confirm again; nothing was erased.',
  E_SUPERSEDE: 'Choose another drawer to replace it.',
  E_TEAM: 'See `synapse-palace team --help`.',
  E_TEAM_UNREACHABLE:
    'Nothing to do: the connection is retried, and your changes are kept until then. If this continues, check the network and the server.',
  E_TEAM_LOGIN:
    'Give the password (PGPASSWORD, .pgpass, or when it is asked for), or connect again: synapse-palace team connect URL.',
  E_TEAM_RIGHT: 'Ask whoever runs the team’s server for the right to the wing: synapse-palace team invite.',
  E_TEAM_SCHEMA: 'Ask an administrator to set up or update the database: synapse-palace team setup.',
  E_TEAM_FULL: 'Ask an administrator to free space on the server. Your changes are kept until then.',
  E_TEAM_TLS: 'Correct the certificate, or the URL (sslmode, sslrootcert).',
  E_EXPORT_FOLDER: 'Choose a new or empty folder, or one that holds an earlier export and nothing else.',
  E_APPROVAL:
    'In the editor: Review Compaction, or the Session view. In a terminal: synapse-palace compact --apply with its ID.',
  E_PLAN: '`compact --list` shows the kept plans.',
  E_SETTINGS: 'Correct the settings file and try again; nothing was written.',
  E_CANCELLED: 'Nothing to do: everything committed so far is kept.',
  E_TIMEOUT: 'Try again; if it keeps happening, look at the log.',
  E_MESSAGE: 'This is a defect in Synapse Palace: please report it with the log.',
  E_OWNER_GONE: 'Try again: the palace is reopened. Acknowledged writes are safe.',
  E_USAGE: 'See --help.',
  E_INTERNAL: 'This is a defect in Synapse Palace: please report it with the log.',
} as const;

export type ErrorCode = keyof typeof errorTable;

/** Marks the errors of every copy of the class below: each bundle has its own copy. */
const brand = Symbol.for('synapse-palace.PalaceError');

/**
 * An error with a stable code, a message for a person, and a remedy. Both texts exist in English and in
 * translatable form.
 */
export class PalaceError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly messageText: ErrorText;
  readonly remedyText: ErrorText;

  constructor(
    code: ErrorCode,
    message: string | ErrorText,
    options: { readonly cause?: unknown; readonly remedy?: string | ErrorText } = {},
  ) {
    const messageText = asText(message);
    super(englishText(messageText), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PalaceError';
    this.code = code;
    this.messageText = messageText;
    this.remedyText = asText(options.remedy ?? errorTable[code]);
    this.remedy = englishText(this.remedyText);
  }

  get [brand](): true {
    return true;
  }

  static override [Symbol.hasInstance](this: unknown, value: unknown): boolean {
    // `instanceof` a subclass is false for errors of other bundles.
    if (this !== PalaceError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && brand in value;
  }

  /** Wraps anything thrown; a `PalaceError` passes through. */
  static from(thrown: unknown, code: ErrorCode = 'E_INTERNAL'): PalaceError {
    if (thrown instanceof PalaceError) return thrown;
    if (isFolderGone(thrown))
      return new PalaceError('E_FOLDER_UNREADABLE', 'The current folder no longer exists.', {
        cause: thrown,
        remedy: 'Change to another folder, and try again.',
      });
    return new PalaceError(code, messageOf(thrown), { cause: thrown });
  }
}

/** What Node throws when it is asked for the current folder and that was deleted. */
const isFolderGone = (thrown: unknown): boolean =>
  thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'uv_cwd';

/** What is wrong and what to do about it, as sentences. A message that ends with another program's words may lack its full stop. */
export const withRemedy = ({ message, remedy }: Pick<PalaceError, 'message' | 'remedy'>): string =>
  `${message.replace(/(?<![.\s])[.\s]*$/, '.')} ${remedy}`;

const asText = (text: string | ErrorText): ErrorText =>
  typeof text === 'string' ? { template: text, values: [] } : text;
