// One inspector in a browser page, with the editor's side of the conversation in the test's hands.

/** Stands in for VS Code's interface; state survives a reload, as it does there. */
const editorInterface = () => {
  window.posted = [];
  window.editor = {
    postMessage: (message) => { window.posted.push(structuredClone(message)); },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
  };
  window.acquireVsCodeApi = () => window.editor;
};

export async function openInspector(browser, served, { theme = 'dark', width = 1200, height = 900, reducedMotion = 'no-preference' } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion });
  const page = await context.newPage();
  /** Errors, warnings and breaches of the content policy: none is allowed. */
  const complaints = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) complaints.push(message.text()); });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  await page.addInitScript(editorInterface);
  const open = async () => {
    await page.goto(`${served.base}/?theme=${theme}`);
    await page.waitForFunction(() => window.posted.some(({ type }) => type === 'ready'));
  };
  await open();

  const { fixtures } = served;
  const inspector = {
    page, complaints,
    /** As after a reload of the window: the webview's own state is kept. */
    reload: open,
    /** As on the first day. */
    reset: async () => {
      await page.mouse.move(0, 0);
      await page.evaluate(() => sessionStorage.clear());
      complaints.length = 0;
      await open();
    },
    /** Messages of the editor; a turn of the event loop and a frame pass before it returns. */
    send: async (...messages) => {
      for (const message of messages) await page.evaluate((value) => window.postMessage(value, '*'), message);
      await inspector.settle();
    },
    settle: () => page.evaluate(() => new Promise((resolve) => { setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 0); })),
    posted: () => page.evaluate(() => window.posted),
    lastPosted: async (type) => (await inspector.posted()).filter((message) => message.type === type).at(-1),
    init: (parts = {}) => inspector.send({
      type: 'init', palace: fixtures.samplePalace, profiles: { names: ['default', 'orient', 'evaluate', 'decide', 'baseline'], current: 'default' },
      navigation: null, commands: ['mineWorkspace', 'rebuildEmbeddings', 'status', 'showLog'], ...parts,
    }),
    query: async (text) => {
      const input = page.getByRole('textbox', { name: 'Search this palace' });
      await input.fill(text);
      await input.press('Enter');
      return (await inspector.lastPosted('search')).requestId;
    },
    /** Asks, and answers with the given result. */
    show: async (result, query = result.query) => {
      const requestId = await inspector.query(query);
      await inspector.send({ type: 'result', requestId, result });
      return requestId;
    },
    close: () => context.close(),
  };
  return inspector;
}
