declare global {
  interface Window {
    /** What the inspector has sent, in its order. */
    posted: { readonly type: string }[];
    acquireVsCodeApi: () => unknown;
  }
}

/**
 * Stands in for VS Code's interface. Runs inside the page before its scripts. State survives a reload, as it does there; each
 * session of the page's address has its own.
 */
export const editorInterface = (): void => {
  window.posted = [];
  const key = `state of session ${new URLSearchParams(location.search).get('session')}`;
  const editor = {
    postMessage: (message: { readonly type: string }) => void window.posted.push(structuredClone(message)),
    getState: (): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined,
    setState: (state: unknown) => sessionStorage.setItem(key, JSON.stringify(state)),
  };
  window.acquireVsCodeApi = () => editor;
};
