import type { Finding } from '../../palace/contract/findingsSchemas.ts';
import type { Localiser } from '../platform/localiser.ts';
import { plainLabel } from './lineLabel.ts';
import { placeOf } from './hitText.ts';

/** A secret in a list: where it is, its kind, and what became of its drawer. */
export const findingText = (
  { source_file: file, lines, rule, sensitive, drawer_id: id }: Finding,
  localiser: Localiser,
): { label: string; description: string; detail: string } => ({
  label: plainLabel(placeOf(file, lines, localiser) ?? id),
  description: plainLabel(rule.replaceAll('-', ' ')),
  detail: sensitive
    ? localiser.t('sensitive: not embedded, found by its words only')
    : localiser.t('unmarked by a person: treated like any other drawer'),
});
