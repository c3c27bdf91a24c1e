import { expect } from 'vitest';
import { samplePalace } from '../../fixtures/inspector/samplePalace.ts';
import { longResult, noResult, sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { test } from '../host/inspectorTest.ts';

const now = Date.now();

test('Tab visits the query, the profile, the options, the tabs, the list: one stop each for tabs and rows', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.start();
  await page.getByRole('textbox').focus();
  const visited = [];
  for (let stop = 0; stop < 11; stop += 1) {
    await page.keyboard.press('Tab');
    visited.push(await inspector.focusedLabel());
  }
  expect(visited.map((label) => label.slice(0, 12))).toEqual([
    'Profile',
    'Filters',
    'Explain scor',
    'Record detai',
    'Don’t record',
    'Star this se',
    'Results10',
    'Chart',
    'Table',
    '1. Decision:',
    'Show more',
  ]);
});

test('arrows, Home and End move between rows and stop at the ends', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.locator('.row-button[tabindex="0"]').focus();
  const at = async (key: string): Promise<number> => {
    await page.keyboard.press(key);
    return Number.parseInt(await inspector.focusedLabel(), 10);
  };
  expect([
    await at('ArrowUp'),
    await at('ArrowDown'),
    await at('ArrowDown'),
    await at('ArrowUp'),
    await at('End'),
    await at('ArrowDown'),
    await at('Home'),
  ]).toEqual([1, 2, 3, 2, 10, 10, 1]);
  expect(await page.locator('.row-button[tabindex="0"]').count()).toBe(1);
});

test('Enter and Space open and close a row; Tab then enters its text and its actions', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.locator('.row-button[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await inspector.settle();
  const labels = [];
  for (let stop = 0; stop < 5; stop += 1) {
    await page.keyboard.press('Tab');
    labels.push(await inspector.focusedLabel());
  }
  expect(labels).toEqual(['Text of the drawer', 'Open source', 'Open to the side', 'Find similar', 'Copy text']);
  await page.keyboard.press('Enter');
  expect((await inspector.lastPosted('copyDrawer')).drawerId).toBe(sampleResult(now).results[1]?.drawer_id);
  await page.locator('.row-button[aria-expanded="true"]').focus();
  await page.keyboard.press('Space');
  await inspector.settle();
  expect(await page.locator('.detail').count()).toBe(0);
});

test('left and right step through a ledger in event order, with tooltip and voice; Escape closes the tooltip', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.start();
  await page.locator('.row-button[tabindex="0"]').focus();
  const heard = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
    await page.keyboard.press(key);
    heard.push((await inspector.spoken())?.split('. ')[0]);
  }
  expect(heard).toEqual(['Cosine similarity 0.584', 'Fusion +.258', 'Decay (age) −.169', 'Fusion +.258']);
  expect(await page.locator('.tooltip').isVisible()).toBe(true);
  // It is as wide as its text asks for, wherever the one before it was.
  const width = async () => (await page.locator('.tooltip').boundingBox())?.width;
  const asked = await width();
  await page.locator('.tooltip').evaluate('node => node.style.left = `${innerWidth - 100}px`');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  expect(await width()).toBe(asked);
  await page.keyboard.press('Escape');
  expect(await page.locator('.tooltip').isVisible()).toBe(false);
});

test('arrows, Home and End choose a tab', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.getByRole('tab', { name: 'Results' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Wings');
  await page.keyboard.press('Home');
  expect(await page.getByRole('tab', { selected: true }).textContent()).toMatch(/^Results/);
});

test('up and down in the query walk through earlier queries', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.init();
  for (const text of ['first', 'second']) await inspector.query(text);
  const input = page.getByRole('textbox');
  await input.fill('half typed');
  // An input method has the arrows while it offers its words.
  await input.evaluate((box) =>
    box.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowUp', isComposing: true, bubbles: true, composed: true }),
    ),
  );
  const seen = [await input.inputValue()];
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
    await input.press(key);
    await inspector.settle();
    seen.push(await input.inputValue());
  }
  expect(seen).toEqual(['half typed', 'second', 'first', 'first', 'second', 'half typed']);
});

test('Chart and Table keep the focus that pressed them', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.getByRole('button', { name: 'Table' }).focus();
  await page.keyboard.press('Enter');
  expect(await inspector.focusedLabel()).toBe('Table');
});

test('“Show more” asks for more and goes on at the first new row', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.getByRole('button', { name: 'Show more' }).focus();
  await inspector.changeView({ width: 1100 });
  expect(await inspector.focusedText()).toBe('Show more');
  await page.keyboard.press('Enter');
  const { requestId, search } = await inspector.lastPosted('search');
  expect(search.k).toBe(20);
  await inspector.send({ type: 'result', requestId, result: longResult(20, now) });
  expect(await inspector.focusedLabel()).toMatch(/^11\./);
  const again = await inspector.query('anew');
  await inspector.send({ type: 'result', requestId: again, result: sampleResult(now), wantedResults: 20 });
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

test('a banner’s button keeps the focus while the banner’s numbers change', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.init({
    palace: {
      ...samplePalace,
      model: { ...samplePalace.model, state: 'mismatch', palaceModel: 'bge-small-en-v1.5' },
    },
  });
  await page.getByRole('button', { name: 'Rebuild embeddings' }).focus();
  await inspector.send({
    type: 'status',
    palace: {
      ...samplePalace,
      drawers: 9000,
      model: { ...samplePalace.model, state: 'mismatch', palaceModel: 'another' },
    },
  });
  expect(await inspector.focusedLabel()).toBe('Rebuild embeddings');
  expect(await page.locator('.banner-text').textContent()).toMatch(/another/);
});

test('the keyboard goes on near what it pressed when that is gone', async ({ inspector }) => {
  const { page } = inspector;
  const press = async (name: string): Promise<string> => {
    await page.getByRole('button', { name }).first().focus();
    await page.keyboard.press('Enter');
    await inspector.settle();
    return page.evaluate(
      () => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName ?? '',
    );
  };
  await inspector.init();
  await inspector.show(noResult());
  expect(await press('Why isn’t it here?')).toBe('tabpanel');
  await page.getByRole('tab', { name: 'Results' }).click();
  const failure = { code: 'E_INTERNAL', message: 'It did not work.', remedy: 'Try again.' };
  await inspector.send({ type: 'error', requestId: null, ...failure });
  expect(await press('Close')).toBe('tabpanel');

  await inspector.show(sampleResult(now));
  await press('Filters');
  await page.getByRole('combobox', { name: 'Tier' }).selectOption({ index: 1 });
  await press('Clear filters');
  expect(await inspector.focusedLabel()).toBe('Wing');
  await press('Table');
  await press('Show more');
  const { requestId } = await inspector.lastPosted('search');
  await inspector.send({ type: 'result', requestId, result: longResult(20, now) });
  expect(await inspector.focusedText()).toBe('Show more');

  await press('Chart');
  await page.locator('.row-button').first().click();
  await press('Find similar');
  await page.locator('.skeleton').first().waitFor();
  const similar = await inspector.lastPosted('similar');
  await inspector.send({ type: 'result', requestId: similar.requestId, result: longResult(10, now) });
  expect(await inspector.focusedLabel()).toMatch(/^1\./);
});
