import type { Inspector } from '../state/inspector.ts';
import type { InspectorState } from '../state/inspectorState.ts';
import type { Translate } from '../text/translate.ts';
import type { Announcer } from './announcer.ts';
import type { Tooltip } from './tooltip.ts';

/** Common dependencies of every part of the page. */
export interface Surroundings {
  readonly inspector: Inspector;
  readonly t: Translate;
  readonly tooltip: Tooltip;
  readonly announcer: Announcer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A part of the page: an element that follows the state. */
export interface View {
  readonly element: HTMLElement;
  readonly update: (state: InspectorState) => void;
  /** Removes observers and listeners outside its own element. */
  readonly dispose?: () => void;
}
