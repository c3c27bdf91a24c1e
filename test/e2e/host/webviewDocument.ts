import type { FrameLocator, Page } from 'playwright-core';

/**
 * The document that the extension wrote into a webview. VS Code nests it in two frames (`iframe.webview`, then
 * `iframe#active-frame`) and replaces both when the webview is shown again, so ask anew after switching editors.
 * @param selector something only this webview holds; waited for
 */
export const webviewDocument = async (
  page: Page,
  selector: string,
  milliseconds = 30_000,
): Promise<FrameLocator> => {
  const webviews = page.locator('iframe.webview');
  const end = Date.now() + milliseconds;
  for (;;) {
    for (let index = 0, count = await webviews.count(); index < count; index++) {
      const document = webviews.nth(index).contentFrame().locator('iframe#active-frame').contentFrame();
      // A frame that is just being replaced cannot be counted in: it is asked again.
      if (
        (await document
          .locator(selector)
          .count()
          .catch(() => 0)) > 0
      )
        return document;
    }
    if (Date.now() > end) throw new Error(`No webview holds ${selector}.`);
    await page.waitForTimeout(150);
  }
};
