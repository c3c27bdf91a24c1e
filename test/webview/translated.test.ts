import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { translationMarks } from '../../scripts/inspectorServer.mjs';
import { longResult } from '../fixtures/inspector/sampleResults.ts';
import { test } from './host/inspectorTest.ts';
import { resultStates } from './states/resultStates.ts';
import { reviewStates } from './states/reviewStates.ts';
import { tabStates } from './states/tabStates.ts';

/** Every text of the page that a person may see or hear. */
const textsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const texts = new Set<string>();
    const visit = (node: Node): void => {
      if (node instanceof Text) texts.add(node.data);
      if (node instanceof HTMLScriptElement || node instanceof HTMLStyleElement) return;
      if (node instanceof Element) {
        for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'])
          texts.add(node.getAttribute(name) ?? '');
        if (node.shadowRoot !== null) visit(node.shadowRoot);
      }
      node.childNodes.forEach(visit);
    };
    visit(document.body);
    return [...texts];
  });

const { start, end } = translationMarks;
const translated = new RegExp(`${start}[^${end}]*${end}?`, 'gu');

/** Units, formats, the query language, and dates, which the runtime writes in the page’s language. */
const kept = /^(?:ms|kB|MB|SVG|PNG|CSV|AM|PM|[A-Z][a-z]{2}|wing|before|exact|words?)$/u;

/** The words of a text that were neither translated nor sent by the editor nor typed. */
const untranslated = (text: string, data: string): readonly string[] =>
  wordsOf(text.replaceAll(translated, ' ')).filter((word) => !data.includes(word) && !kept.test(word));

const wordsOf = (text: string): readonly string[] => text.match(/\p{L}{2,}/gu) ?? [];

const stringsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => [key, ...stringsIn(part)])
      : [];

const states = { ...resultStates, ...tabStates, ...reviewStates };

test('in every state, each text of the inspector is a translation or the palace’s own', async ({
  openInspector,
}) => {
  const found: Record<string, readonly string[]> = {};
  for (const [state, reach] of Object.entries(states)) {
    const inspector = await openInspector({ language: 'marked' });
    await reach(inspector);
    await inspector.settle();
    const data = stringsIn([inspector.sent, await inspector.posted()]).join('\n');
    const left = (await textsOf(inspector.page)).flatMap((text) => untranslated(text, data));
    if (left.length > 0) found[state] = [...new Set(left)];
  }
  expect(found).toEqual({});
});

test('a German page writes its numbers as German does', async ({ openInspector }) => {
  const inspector = await openInspector({ language: 'de' });
  await inspector.init();
  const box = inspector.page.getByRole('textbox');
  await box.fill('Retry');
  await box.press('Enter');
  const { requestId } = await inspector.lastPosted('search');
  await inspector.send({ type: 'result', requestId, result: longResult(1000, Date.now()) });
  const text = await inspector.page.locator('#inspector').innerText();
  expect(text).toMatch(/\b\d,\d{3}\b/);
  expect(text).toContain('5.000 Kandidaten');
  expect(text).not.toMatch(/\b0\.\d{3}\b/);
});
