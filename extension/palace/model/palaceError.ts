import { englishText, type ErrorText } from './errorText.ts';

/** Every error that a person can see, with a remedy. Codes are stable; texts may be reworded. */
export const errorTable = {
  E_FOLDER_UNREADABLE: 'Check that the folder exists and that you may read it.',
  E_PALACE_NOT_FOUND: 'Mine the workspace first.',
  E_PALACE_READ_ONLY:
    'Make the palace folder writable, or place the palace elsewhere (setting synapsePalace.location, option --palace).',
  E_PALACE_DAMAGED:
    'Nothing damaged is overwritten. `verify` tells what is affected, `repair` saves what can be read.',
  E_PALACE_NEWER: 'Update Synapse Palace; this version leaves the palace as it is.',
  E_PALACE_IN_USE: 'Close the other window or program that uses this palace, then try again.',
  E_PROTOCOL_VERSION: 'Update the older one of the two programs and restart it.',
  E_NOT_ALLOWED: 'Only programs of the user to whom the palace belongs may use it.',
  E_DISK_FULL:
    'Free some space on the disk that holds the palace and try again. What was acknowledged before is safe.',
  E_DISK_ERROR:
    'The disk did not carry out a read or write. What was acknowledged before is safe; check the disk, then try again.',
  E_SQLITE_INCOMPATIBLE:
    'The bundled SQLite does not have the form this version expects. Reinstall Synapse Palace.',
  E_SQL: 'This is a defect in Synapse Palace: please report it with the log.',
  E_MODEL_MISSING:
    'Correct the setting model_folder, or reinstall Synapse Palace to bring the embedding model back. Search by words goes on.',
  E_MODEL_ALTERED:
    'The model file does not have its published checksum. Reinstall Synapse Palace. Search by words goes on.',
  E_EMBEDDING: 'The text could not be embedded. Search by words goes on.',
  E_RERANKER:
    'Correct the setting reranker_folder, or switch rerank_enabled off. Results stay in the fused order.',
  E_QUERY_EMPTY: 'Type at least one word.',
  E_QUERY_TOO_LONG: 'Shorten the query.',
  E_QUERY_FIELD: 'Correct the filter in the query.',
  E_DRAWER_NOT_FOUND: 'Check the ID; `list` and the Memory view show the IDs there are.',
  E_LINKED: 'Open the palace that it lives in.',
  E_SENSITIVE: 'A person can look at it in the editor, and unmark it there.',
  E_PATTERN_NOT_FOUND: 'Check the ID; `patterns` shows the recurring issues there are.',
  E_NO_VECTOR:
    'Wait until its vector is computed; the status tells how many are due. Sensitive and archived drawers get none.',
  E_REPLAY: 'Open a packet that a search with replay has written, unchanged.',
  E_PROFILE_UNKNOWN: 'Choose one of the profiles named.',
  E_PROFILE_VALUE: 'Correct the value.',
  E_MODEL_MISMATCH:
    'Rebuild the embeddings with the current model, or search with model_guard_strict off (words only).',
  E_IMPORT_FORMAT: 'Check the file: each line must be one JSON object.',
  E_NOTE: 'Correct the note and save it again; nothing was filed.',
  E_NOT_A_NOTE:
    'Only notes can be changed: what was mined is as its source is. Edit the source and mine it again.',
  E_TAG: 'Correct the tag.',
  E_ERASE: 'Look at what it reaches now, and confirm again; nothing was erased.',
  E_SUPERSEDE: 'Choose another drawer to replace it.',
  E_TEAM: 'See `synapse-palace team --help`.',
  E_TEAM_UNREACHABLE:
    'Nothing to do: it is tried again, and what you change meanwhile is kept for it. Check the network and the server if it lasts.',
  E_TEAM_LOGIN:
    'Give the password (PGPASSWORD, .pgpass, or when it is asked for), or connect again: synapse-palace team connect URL.',
  E_TEAM_RIGHT: 'Ask an owner of the wing to let you write in it.',
  E_TEAM_SCHEMA: 'An administrator sets the database up or brings it up to date: synapse-palace team setup.',
  E_TEAM_FULL: 'An administrator makes room on the server. What you change meanwhile is kept for it.',
  E_TEAM_TLS: 'Correct the certificate, or the URL (sslmode, sslrootcert).',
  E_EXPORT_FOLDER: 'Choose a new or empty folder, or one that holds an earlier export and nothing else.',
  E_APPROVAL:
    'In the editor: Review Compaction, or the Session view. In a terminal: synapse-palace compact --apply with its ID. The setting synapsePalace.agents.mayApply lets agents apply plans themselves.',
  E_PLAN: '`compact --list` names the plans that were kept.',
  E_SETTINGS: 'Correct the settings file and run it again; nothing was written.',
  E_CANCELLED: 'Nothing to do: what was committed before stays.',
  E_TIMEOUT: 'Try again; if it keeps happening, look at the log.',
  E_MESSAGE: 'This is a defect in Synapse Palace: please report it with the log.',
  E_OWNER_GONE: 'Try again: the palace is opened anew. What was acknowledged is safe.',
  E_USAGE: 'See --help.',
  E_INTERNAL: 'This is a defect in Synapse Palace: please report it with the log.',
} as const;

export type ErrorCode = keyof typeof errorTable;

/** Marks the errors of every copy of the class below: a bundle that is loaded by another one has its own. */
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
    // A class that extends this one has no instances in other bundles.
    if (this !== PalaceError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && brand in value;
  }

  /** Wraps anything thrown; a `PalaceError` passes through. */
  static from(thrown: unknown, code: ErrorCode = 'E_INTERNAL'): PalaceError {
    if (thrown instanceof PalaceError) return thrown;
    return new PalaceError(code, thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
  }
}

const asText = (text: string | ErrorText): ErrorText =>
  typeof text === 'string' ? { template: text, values: [] } : text;
