import path from 'node:path';

/** Names inside a palace's folder. SQLite adds `-wal` and, while a palace is created, `-journal`. */
export const palaceFile = 'palace.sqlite';
export const logFile = `${palaceFile}-wal`;
export const journalFile = `${palaceFile}-journal`;
/** The palace while it is being repaired, and once the repaired one is complete and checked. */
export const workFile = 'repair.sqlite';
export const wholeFile = 'repaired.sqlite';
/** The palace while it is rewritten without what was erased. */
export const rewrittenFile = 'rewritten.sqlite';
/** The saved word index, a cache. */
export const indexFile = 'lexical.idx';
/** Which file it was whose rows were last checked; see `checkedMark.ts`. */
export const checkedFile = 'checked.json';
export const backupsFolder = 'backups';
/** Folder for copies of other programs' databases. It exists only during an import. */
export const importScratch = 'import-copy';

/** Logs of other files, which were set aside; see `foreignLog.ts`. */
export const foreignLogName = /^foreign-log-\d{8}T\d{9}Z\.sqlite-wal$/;

export const inFolder = (folder: string, name: string): string => path.join(folder, name);
