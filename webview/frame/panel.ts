import type { InspectorState } from '../state/inspectorState.ts';
import { panelContent, type PanelContent } from '../state/panelContent.ts';
import type { InspectorTab, PalaceTab, SearchTab, TabPanel } from '../tabs/inspectorTab.ts';
import { element } from '../ui/element.ts';
import type { Surroundings, View } from '../ui/view.ts';
import { messageFor } from './messages.ts';
import { shownTab, tabElementId } from './tabBar.ts';

type Message = Parameters<typeof messageFor>[1];

/** The content of a tab; some tabs show a search without results like any other. */
const contentFor = (tab: SearchTab, state: InspectorState): PanelContent => {
  const content = panelContent(state);
  return content.kind === 'noResults' && tab.showsEmptyRuns === true
    ? { kind: 'run', run: content.run, busy: false }
    : content;
};

/** The parts of a message. It is redrawn only when one of them changes, so that its buttons keep the focus. */
const partsOf = (content: Message | { readonly kind: 'starting' }, state: InspectorState): readonly unknown[] => [
  content.kind,
  'failure' in content ? content.failure : null,
  'run' in content ? content.run : null,
  state.palace,
  state.commands,
  content.kind === 'invitation' ? state.searches : null,
];

/** The panel under the tabs: the chosen tab for the last search, or a message if there is nothing to show. */
export const panel = (surroundings: Surroundings, tabs: readonly InspectorTab[], id: string): View => {
  const { t } = surroundings;
  const busyBar = element('div', {
    class: 'indeterminate',
    role: 'progressbar',
    'aria-label': t('Searching'),
    hidden: true,
  });
  const slot = element('div', { class: 'slot' });
  const whole = element('div', { id, role: 'tabpanel', tabindex: '-1' }, busyBar, slot);
  let opened: { readonly tab: SearchTab; readonly panel: TabPanel } | undefined;
  let view: { readonly tab: PalaceTab; readonly view: View } | undefined;
  let drawn: readonly unknown[] = [];

  const close = (): void => {
    opened?.panel.dispose();
    view?.view.dispose?.();
    opened = undefined;
    view = undefined;
  };

  const updatePalaceTab = (tab: PalaceTab, state: InspectorState): void => {
    busyBar.hidden = true;
    drawn = [];
    if (view?.tab !== tab) {
      close();
      view = { tab, view: tab.openView(surroundings) };
      slot.replaceChildren(view.view.element);
    }
    view.view.update(state);
  };
  const update = (state: InspectorState): void => {
    const tab = shownTab(tabs, state.navigation.tab);
    if (tab === undefined) return;
    whole.setAttribute('aria-labelledby', tabElementId(tab.id));
    whole.className = `view-${tab.id}`;
    if ('openView' in tab) return updatePalaceTab(tab, state);
    const content = contentFor(tab, state);
    busyBar.hidden = !(content.kind === 'run' && content.busy);
    if (content.kind === 'run') {
      if (opened?.tab !== tab) {
        close();
        opened = { tab, panel: tab.open(surroundings) };
        slot.replaceChildren(opened.panel.element);
      }
      drawn = [];
      opened.panel.update(content.run, state);
      return;
    }
    close();
    const next = partsOf(content, state);
    if (drawn.length > 0 && next.every((value, index) => value === drawn[index])) return;
    drawn = next;
    slot.replaceChildren(...(content.kind === 'starting' ? [] : [messageFor(surroundings, content, state)]));
  };
  return { element: whole, update, dispose: close };
};
