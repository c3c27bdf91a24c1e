import { isRecord } from '../../../../base/isRecord.ts';

/** A JSON object as received. Its members are only accessed by fixed names. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The member, or an empty object if it is not an object. */
export const recordAt = (value: JsonRecord, name: string): JsonRecord => {
  const member = value[name];
  return isRecord(member) ? member : {};
};

/** The member if it is a non-empty text, else null. */
export const textAt = (value: JsonRecord, name: string): string | null => {
  const member = value[name];
  return typeof member === 'string' && member !== '' ? member : null;
};

export const listAt = (value: JsonRecord, name: string): readonly unknown[] => {
  const member: unknown = value[name];
  return Array.isArray(member) ? member : [];
};
