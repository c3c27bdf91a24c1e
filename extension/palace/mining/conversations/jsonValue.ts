/** A JSON object as it came; its members are looked at by fixed names only. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member, or an empty object where there is none. */
export const recordAt = (value: JsonRecord, name: string): JsonRecord => {
  const member = value[name];
  return isRecord(member) ? member : {};
};

/** The member where it is a text that is not empty. */
export const textAt = (value: JsonRecord, name: string): string | null => {
  const member = value[name];
  return typeof member === 'string' && member !== '' ? member : null;
};

export const listAt = (value: JsonRecord, name: string): readonly unknown[] => {
  const member: unknown = value[name];
  return Array.isArray(member) ? member : [];
};

/** The value of a JSON text; undefined where it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
