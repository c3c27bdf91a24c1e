import type { InspectorState, SearchRun } from '../state/inspectorState.ts';
import type { TabPanel } from './inspectorTab.ts';

/**
 * A panel whose drawing depends on its width. `draw` is called with each run and state, and with the last ones again when
 * the width changes, in pixels. It is not called before the panel is in the page.
 */
export const sizedPanel = (
  panel: HTMLElement,
  draw: (run: SearchRun, state: InspectorState, width: number) => void,
): TabPanel => {
  let last: { readonly run: SearchRun; readonly state: InspectorState } | undefined;
  const update = (run: SearchRun, state: InspectorState): void => {
    last = { run, state };
    if (panel.clientWidth > 0) draw(run, state, panel.clientWidth);
  };
  const observer = new ResizeObserver(() => {
    if (last !== undefined) update(last.run, last.state);
  });
  observer.observe(panel);
  return { element: panel, update, dispose: () => observer.disconnect() };
};
