import type { HostMessage, InspectorMessage } from '../../extension/protocol/inspectorMessages.ts';
import { parseHostMessage } from '../../extension/protocol/parseMessage.ts';

/** The webview's side of VS Code. */
declare const acquireVsCodeApi: () => {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** The editor as the inspector sees it: typed messages out, parsed messages in, and a small persistent state. */
export interface EditorHost {
  readonly post: (message: InspectorMessage) => void;
  /** Calls back with every message that parses; the others are refused and reported to the host's log. */
  readonly listen: (receive: (message: HostMessage) => void) => void;
  readonly restore: () => unknown;
  readonly persist: (state: unknown) => void;
}

/** Connects to the editor. Call it once: VS Code hands out its interface a single time. */
export const connectEditorHost = (): EditorHost => {
  const editor = acquireVsCodeApi();
  const post = (message: InspectorMessage): void => editor.postMessage(message);
  return {
    post,
    listen: (receive) =>
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        const parsed = parseHostMessage(event.data);
        if (parsed.ok) receive(parsed.message);
        else post({ type: 'report', ...parsed.refused });
      }),
    restore: () => editor.getState(),
    persist: (state) => editor.setState(state),
  };
};
