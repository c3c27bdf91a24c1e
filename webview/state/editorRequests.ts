import type { ChartFormat, InspectorCommand } from '../../extension/protocol/inspectorMessages.ts';
import type { EditorHost } from '../host/editorHost.ts';
import type { DrawerMarkdown } from '../text/drawerMarkdown.ts';
import type { InspectorState } from './inspectorState.ts';

/** What the editor does for a person. Nothing waits for an answer: what it changes, the host tells as news. */
export interface EditorRequests {
  readonly openSource: (drawerId: string, options?: { readonly toSide?: boolean }) => void;
  readonly copyDrawer: (drawerId: string) => void;
  /** Copies a drawer as Markdown; the editor adds the commit to its origin. */
  readonly copyMarkdown: (drawerId: string, markdown: DrawerMarkdown) => void;
  /** Copies a drawer with its path, lines and commit, for a chat. */
  readonly copyForChat: (drawerId: string) => void;
  /** Pins a drawer or unpins it; the list shows it once the palace has stored it. */
  readonly pin: (drawerId: string, pinned: boolean) => void;
  /** Asks to erase a drawer for good; the editor asks for confirmation first. */
  readonly eraseDrawer: (drawerId: string) => void;
  /** Stars the search in the form, or removes its star. */
  readonly starSearch: (starred: boolean) => void;
  readonly savePacket: () => void;
  /** Has the editor write a chart to a file that the person chooses; a PNG's `content` is Base64. */
  readonly saveChart: (name: string, format: ChartFormat, content: string) => void;
  readonly copyText: (text: string) => void;
  readonly runCommand: (command: InspectorCommand) => void;
  readonly report: (code: string, message: string) => void;
}

export const editorRequests = ({ post }: EditorHost, state: () => InspectorState): EditorRequests => ({
  openSource(drawerId, { toSide = false } = {}) {
    const terms = state().run?.result.pipeline_trace.terms ?? [];
    post({ type: 'openSource', drawerId, toSide, terms: terms.slice(0, 200) });
  },
  copyDrawer: (drawerId) => post({ type: 'copyDrawer', drawerId }),
  copyMarkdown: (drawerId, markdown) => post({ type: 'copyMarkdown', drawerId, ...markdown }),
  copyForChat: (drawerId) => post({ type: 'copyForChat', drawerId }),
  pin: (drawerId, pinned) => post({ type: 'pinDrawer', drawerId, pinned }),
  eraseDrawer: (drawerId) => post({ type: 'eraseDrawer', drawerId }),
  starSearch(starred) {
    const query = state().navigation.search.query.trim();
    if (query !== '') post({ type: 'starSearch', query, starred });
  },
  savePacket() {
    const { run } = state();
    if (run !== null) post({ type: 'savePacket', search: run.search });
  },
  saveChart: (name, format, content) => post({ type: 'saveChart', name, format, content }),
  copyText: (text) => post({ type: 'copyText', text }),
  runCommand: (command) => post({ type: 'runCommand', command }),
  report: (code, message) => post({ type: 'report', code, message }),
});
