import type { Localiser } from '../platform/localiser.ts';

/** Why an import left something out, in words for its code; one of a later version as it is. */
export const leftOutReason = (reason: string, { t }: Localiser): string => {
  switch (reason) {
    case 'undecodable':
      return t('not UTF-8');
    case 'too_long':
      return t('too long');
    case 'not_json':
    case 'invalid_json':
      return t('not JSON');
    case 'invalid':
      return t('not valid');
    case 'invalid_time':
      return t('without a valid time');
    case 'not_unicode':
      return t('with half characters');
    case 'no_text':
      return t('without text');
    case 'id_conflict':
      return t('with the ID of another text');
    case 'unreadable':
      return t('unreadable');
    case 'closets':
      return t('closets');
    case 'file_pairs':
      return t('pairs of files');
    case 'sensitive':
      return t('sensitive');
    default:
      return ofConversations(reason, t);
  }
};

const ofConversations = (reason: string, t: Localiser['t']): string => {
  switch (reason) {
    case 'not_a_conversation':
      return t('not a conversation');
    case 'not_a_record':
      return t('not a JSON object');
    case 'unknown_type':
      return t('of an unknown kind');
    case 'unknown_block':
      return t('with a part of an unknown kind');
    case 'bad_content':
    case 'bad_path':
      return t('of an unexpected form');
    case 'no_message':
    case 'no_payload':
      return t('without a message');
    case 'no_initial_entry':
      return t('without its first entry');
    case 'no_exchanges':
      return t('without an exchange');
    case 'helper':
      return t('of an agent’s helper');
    case 'other_workspace':
      return t('of another workspace');
    case 'empty':
      return t('empty');
    case 'binary':
      return t('not a text');
    case 'too_large':
      return t('too large');
    case 'not_found':
      return t('not found');
    case 'not_a_file':
      return t('not a file');
    case 'damaged':
      return t('damaged');
    case 'encrypted':
      return t('encrypted');
    case 'too_complex':
      return t('too complex');
    default:
      return reason;
  }
};
