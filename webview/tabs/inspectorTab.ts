import type { InspectorState, SearchRun } from '../state/inspectorState.ts';
import type { Surroundings } from '../ui/view.ts';

/** One tab's panel over a finished search. Made when the tab is shown, disposed when another takes its place. */
export interface TabPanel {
  readonly element: HTMLElement;
  readonly update: (run: SearchRun, state: InspectorState) => void;
  readonly dispose: () => void;
}

/** A tab of the inspector: a folder of its own, and one line in `inspectorTabs`. */
export interface InspectorTab {
  readonly id: string;
  readonly title: string;
  /** A number beside the title, null for none. */
  readonly count: (run: SearchRun) => number | null;
  /** The tab has something to say of a search without results too. */
  readonly showsEmptyRuns?: boolean;
  readonly open: (surroundings: Surroundings) => TabPanel;
}
