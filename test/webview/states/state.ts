import type { InspectorPage } from '../host/inspectorPage.ts';

/** A state that a person can meet: the way into it, from an inspector that was just opened. */
export type State = (inspector: InspectorPage) => Promise<unknown>;
