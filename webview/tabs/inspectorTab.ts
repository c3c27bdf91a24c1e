import type { InspectorState, SearchRun } from '../state/inspectorState.ts';
import type { Surroundings, View } from '../ui/view.ts';

/** A tab's panel for a finished search. Made when the tab is shown, disposed when another replaces it. */
export interface TabPanel {
  readonly element: HTMLElement;
  readonly update: (run: SearchRun, state: InspectorState) => void;
  readonly dispose: () => void;
}

interface TitledTab {
  readonly id: string;
  readonly title: string;
}

/** A tab about the last search. */
export interface SearchTab extends TitledTab {
  /** A number beside the title, null for none. */
  readonly count: (run: SearchRun) => number | null;
  /** The tab can also show a search without results. */
  readonly showsEmptyRuns?: boolean;
  readonly open: (surroundings: Surroundings) => TabPanel;
}

/** A tab that has nothing to do with searches. */
export interface PalaceTab extends TitledTab {
  /** A number beside the title, null for none. */
  readonly countOf: (state: InspectorState) => number | null;
  readonly openView: (surroundings: Surroundings) => View;
}

/** A tab of the inspector: its own folder, and one line in `inspectorTabs`. */
export type InspectorTab = SearchTab | PalaceTab;
