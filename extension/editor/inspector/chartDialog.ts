import type { InspectorMessage } from '../../protocol/inspectorMessages.ts';
import type { Localiser } from '../platform/localiser.ts';
import { saveAs } from '../platform/saveAs.ts';

export type SaveChart = (
  chart: Extract<InspectorMessage, { readonly type: 'saveChart' }>,
) => Promise<string | null>;

/** Writes a chart to the file that the person chooses, and returns its name; null if none was chosen. */
export const chartDialog =
  (localiser: Localiser): SaveChart =>
  ({ name, format, content }) =>
    saveAs(`${name}.${format}`, Buffer.from(content, format === 'png' ? 'base64' : 'utf8'), {
      filters: { [format.toUpperCase()]: [format] },
      title: localiser.t('Export Chart'),
    });
