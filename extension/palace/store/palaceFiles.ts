import path from 'node:path';

/** Names inside a palace's folder. SQLite adds `-wal` and, while a palace is created, `-journal`. */
export const palaceFile = 'palace.sqlite';
export const logFile = `${palaceFile}-wal`;
export const journalFile = `${palaceFile}-journal`;
export const backupsFolder = 'backups';

export const inFolder = (folder: string, name: string): string => path.join(folder, name);
