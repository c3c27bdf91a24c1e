import type { InspectorTab } from './inspectorTab.ts';
import { compareTab } from './compare/compareTab.ts';
import { reviewTab } from './review/reviewTab.ts';
import { resultsTab } from './results/resultsTab.ts';
import { timingTab } from './timing/timingTab.ts';
import { traceTab } from './trace/traceTab.ts';
import { wingsTab } from './wings/wingsTab.ts';

/** The tabs in the order in which they stand. */
export const inspectorTabs: readonly InspectorTab[] = [
  resultsTab,
  wingsTab,
  traceTab,
  timingTab,
  compareTab,
  reviewTab,
];
