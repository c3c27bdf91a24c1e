import type { InspectorTab } from '../tabs/inspectorTab.ts';
import { compareTab } from '../tabs/compare/compareTab.ts';
import { growthTab } from '../tabs/growth/growthTab.ts';
import { reviewTab } from '../tabs/review/reviewTab.ts';
import { resultsTab } from '../tabs/results/resultsTab.ts';
import { timingTab } from '../tabs/timing/timingTab.ts';
import { traceTab } from '../tabs/trace/traceTab.ts';
import { wingsTab } from '../tabs/wings/wingsTab.ts';

/** The tabs, from left to right. */
export const inspectorTabs: readonly InspectorTab[] = [
  resultsTab,
  wingsTab,
  traceTab,
  timingTab,
  compareTab,
  growthTab,
  reviewTab,
];
