import type { Conversation } from './conversation.ts';
import type { JsonRecord } from './jsonValue.ts';

/** Reads a file that has one JSON object a line. */
export interface RecordReader {
  /** `where` names the line for a person. */
  take(record: JsonRecord, where: string): void;
  finish(): Conversation[];
}
