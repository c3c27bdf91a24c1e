/**
 * Why an import left something out, in words: reason → text. Shown in the display language, so translators get them.
 */
export const leftOutReasons: Readonly<Record<string, string>> = {
  undecodable: 'not UTF-8',
  too_long: 'too long',
  not_json: 'not JSON',
  invalid_json: 'not JSON',
  invalid: 'not valid',
  invalid_time: 'without a valid time',
  not_unicode: 'with half characters',
  no_text: 'without text',
  id_conflict: 'with the ID of another text',
  unreadable: 'unreadable',
  closets: 'closets',
  file_pairs: 'pairs of files',
  sensitive: 'sensitive',
  not_a_conversation: 'not a conversation',
  not_a_record: 'not a JSON object',
  unknown_type: 'of an unknown kind',
  unknown_block: 'with a part of an unknown kind',
  bad_content: 'of an unexpected form',
  bad_path: 'of an unexpected form',
  no_message: 'without a message',
  no_payload: 'without a message',
  no_initial_entry: 'without its first entry',
  no_exchanges: 'without an exchange',
  helper: 'of an agent’s helper',
  other_workspace: 'of another workspace',
  empty: 'empty',
  binary: 'not a text',
  too_large: 'too large',
  not_found: 'not found',
  not_a_file: 'not a file',
  damaged: 'damaged',
  encrypted: 'encrypted',
  too_complex: 'too complex',
};

/** The English words for a reason; the code itself of one of a later version. */
export const leftOutReason = (reason: string): string =>
  Object.hasOwn(leftOutReasons, reason) ? (leftOutReasons[reason] ?? reason) : reason;
