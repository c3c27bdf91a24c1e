import type { InspectorTab } from './inspectorTab.ts';
import { resultsTab } from './results/resultsTab.ts';
import { timingTab } from './timing/timingTab.ts';

/** The tabs in the order in which they stand. */
export const inspectorTabs: readonly InspectorTab[] = [
  resultsTab,
  timingTab,
];
