import { expect } from 'vitest';
import { replacedResult } from '../../fixtures/inspector/hardResults.ts';
import { sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { test } from '../host/inspectorTest.ts';
import { present } from '../host/present.ts';

const now = Date.now();

test('a result of a linked palace offers nothing that is refused there', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  await inspector.start({
    ...result,
    results: result.results.map((hit, i) => (i === 1 ? { ...hit, palace: 'gateway' } : hit)),
  });
  const actions = async (row: number): Promise<string[]> => {
    await page.locator(`.row-button[aria-label^="${row}."]`).click();
    await inspector.settle();
    return page.locator(`#detail-${row} .actions button`).allInnerTexts();
  };
  const own = await actions(3);
  const linked = await actions(2);
  for (const refused of ['Pin', 'Find similar']) {
    expect(own).toContain(refused);
    expect(linked).not.toContain(refused);
  }
  expect(linked).toContain('Copy for Chat');
});

test('Copy for Chat asks the editor for the block of this drawer', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.locator('.row-button[aria-label^="3."]').click();
  await inspector.settle();
  await page.getByRole('button', { name: 'Copy for Chat' }).click();
  const { drawerId } = await inspector.lastPosted('copyForChat');
  expect(drawerId).toBe(present(sampleResult(now).results[2]).drawer_id);
});

test('a row that is dragged into another document leaves its Markdown there', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.locator('.row-button[aria-label^="1."]').click();
  await inspector.settle();
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  const { heading, block } = await inspector.lastPosted('copyMarkdown');
  // The editor stands outside the inspector's frame; a frame of another document stands in for it.
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.id = 'elsewhere';
    frame.srcdoc = '<textarea></textarea>';
    document.body.prepend(frame);
  });
  const elsewhere = page.frameLocator('#elsewhere').locator('textarea');
  await page.locator('.result').first().locator('.where').first().dragTo(elsewhere);
  expect(await elsewhere.inputValue()).toBe(`${heading}\n\n${block}`);
  expect(block).toContain('```');
});

test('the copied table has every number at full precision', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Copy at full precision' }).click();
  const { text } = await inspector.lastPosted('copyText');
  const [head = [], ...rows] = text.split('\n').map((line) => line.split('\t'));
  expect(rows.length).toBe(10);
  for (const [index, row] of rows.entries()) {
    const { score, score_events: events } = present(sampleResult(now).results[index]);
    expect(Number(row[head.indexOf('final')])).toBe(score);
    for (const { phase, delta } of present(events)) expect(Number(row[head.indexOf(phase)])).toBe(delta);
  }
});

test('Pin in an opened row pins, says so once it is done, and keeps the focus', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  await inspector.start(result);
  await page.locator('.row-button').nth(1).click();
  await page.getByRole('button', { name: 'Pin', exact: true }).press('Enter');
  const asked = await inspector.lastPosted('pinDrawer');
  expect(asked).toMatchObject({ drawerId: result.results[1]?.drawer_id, pinned: true });
  expect(await inspector.focusedText()).toBe('Pin');
  await inspector.send({ ...asked, type: 'pinned' });
  expect(await inspector.focusedText()).toBe('Unpin');
  expect(await page.locator('.result').nth(1).locator('.place .icon-pin').count()).toBe(1);
  await page.keyboard.press('Enter');
  expect((await inspector.lastPosted('pinDrawer')).pinned).toBe(false);
});

test('Copy as Markdown gives path, lines and the text in a block that it can’t break out of', async ({
  inspector,
}) => {
  const { page } = inspector;
  const result = replacedResult(now);
  const [first, second, ...others] = result.results;
  await inspector.start({
    ...result,
    results: [present(first), { ...present(second), text: 'one\n```\ntwo\n' }, ...others],
  });
  await page.locator('.row-button').nth(1).click();
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  expect(await inspector.lastPosted('copyMarkdown')).toMatchObject({
    drawerId: result.results[1]?.drawer_id,
    heading: '**planner/src/berths/berthOverlapValidator.ts:41–83**',
    block: '````ts\none\n```\ntwo\n````\n',
  });
});

test('a drawer that has changed since the search says so in its row, is told once, and is searched for again as it was found', async ({
  inspector,
}) => {
  const { page } = inspector;
  const result = sampleResult(now);
  await inspector.start(result);
  await page.locator('.row-button').nth(1).click();
  const [first, second] = result.results.map((hit) => hit.drawer_id);
  await inspector.send({ type: 'drawerChanged', drawerId: present(second), change: 'archived' });
  expect(await inspector.spoken()).toBe('1 result has changed since this search.');
  expect(await page.locator('.result').nth(1).locator('.place .warn').last().innerText()).toBe('archived since');
  expect(await page.locator('.facts').first().innerText()).toContain('· archived since');
  await inspector.send({ type: 'drawerChanged', drawerId: present(first), change: 'gone' });
  expect(await page.locator('.banner strong').innerText()).toBe('2 results have changed since this search.');
  // Meanwhile, somebody has begun to write the next query.
  await page.getByRole('textbox', { name: 'Search this palace' }).fill('something else');
  const { search } = await inspector.lastPosted('search');
  await page.getByRole('button', { name: 'Search again' }).click();
  const again = await inspector.lastPosted('search');
  expect(again.search).toEqual(search);
  await inspector.send({ type: 'result', requestId: again.requestId, result });
  expect(await page.locator('.banner').count()).toBe(0);
  await page.getByRole('button', { name: 'Find similar' }).first().click();
  const similar = await inspector.lastPosted('similar');
  await inspector.send({ type: 'result', requestId: similar.requestId, result });
  await inspector.send({ type: 'drawerChanged', drawerId: present(second), change: 'replaced' });
  await page.getByRole('button', { name: 'Search again' }).click();
  const { requestId, ...repeated } = await inspector.lastPosted('similar');
  expect(requestId).not.toBe(similar.requestId);
  expect(repeated).toEqual({ type: 'similar', drawerId: similar.drawerId });
});
