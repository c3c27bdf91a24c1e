import type { ReasonText } from './reasonTexts.ts';

/**
 * Reasons that answers and agents have with the names of the data, by their pattern in `reasonTexts.ts`: what the editor and the
 * inspector say instead, with the same values. People read neither `ltp` nor a number that is not named.
 */
export const plainReasons: ReadonlyMap<string, string> = new Map([
  ['ltp {0} ({1}), found by {2}: {3}', 'long-term potentiation {0} (used in {1} lately), found by {2}: score {3}'],
  [
    'pinned, ltp {0} ({1}), found by {2}: {3}',
    'pinned, long-term potentiation {0} (used in {1} lately), found by {2}: score {3}',
  ],
  [
    'used in this session, ltp {0} ({1}), found by {2}: {3}',
    'used in this session, long-term potentiation {0} (used in {1} lately), found by {2}: score {3}',
  ],
  [
    'pinned, used in this session, ltp {0} ({1}), found by {2}: {3}',
    'pinned, used in this session, long-term potentiation {0} (used in {1} lately), found by {2}: score {3}',
  ],
  ['ltp={0} is not below {1}', 'long-term potentiation {0} is not below {1}'],
  ['decayed_ltp={0} is not below {1}', 'long-term potentiation after decay {0} is not below {1}'],
] satisfies readonly (readonly [ReasonText, string])[]);
