import type { Conversation } from './conversation.ts';
import type { JsonRecord } from './jsonValue.ts';

/** Reads a file with one JSON object per line. */
export interface RecordReader {
  /** `where` is the line, as shown to a person. */
  take(record: JsonRecord, where: string): void;
  finish(): Conversation[];
}
