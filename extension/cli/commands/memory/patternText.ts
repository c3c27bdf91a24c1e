import type { PatternView } from '../../../palace/contract/memory/patternSchemas.ts';
import { plural } from '../../../base/text/plural.ts';
import { printableName } from '../../../base/text/printable.ts';

/** A recurring issue in one line. */
export const patternText = ({
  pattern_id: id,
  label,
  occurrence_count: times,
  first_seen: first,
  last_seen: last,
  resolved,
}: PatternView): string =>
  `${printableName(id)}  seen ${plural(times, 'time')} since ${first.slice(0, 10)}, last ${last.slice(0, 10)}${resolved ? ', resolved' : ''}  ${printableName(label)}`;
