import { expect } from 'vitest';
import { sampleQuery } from '../../fixtures/inspector/drawerTexts.ts';
import { samplePalace } from '../../fixtures/inspector/samplePalace.ts';
import { noResult, sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { test } from '../host/inspectorTest.ts';

const now = Date.now();

test('Escape cancels a running search, and its late result is dropped', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.init();
  const requestId = await inspector.query(sampleQuery);
  await page.keyboard.press('Escape');
  expect(await inspector.lastPosted('cancel')).toEqual({ type: 'cancel', requestId });
  await inspector.send({ type: 'result', requestId, result: sampleResult(now) });
  expect(await page.locator('.result').count()).toBe(0);
});

test('the result of a superseded search is dropped', async ({ inspector }) => {
  await inspector.init();
  const first = await inspector.query('one');
  const second = await inspector.query('two');
  await inspector.send({ type: 'result', requestId: second, result: sampleResult(now) });
  await inspector.send({ type: 'result', requestId: first, result: { ...sampleResult(now), results: [] } });
  expect(await inspector.page.locator('.result').count()).toBe(10);
});

test('a query that is too long is asked like any other, so that the palace says what is wrong with it', async ({
  inspector,
}) => {
  await inspector.init();
  const requestId = await inspector.query('crane '.repeat(2000));
  await inspector.expectUnderstood();
  const message = 'The query has 12,000 characters.';
  await inspector.send({
    type: 'error',
    requestId,
    code: 'E_QUERY_TOO_LONG',
    message,
    remedy: 'Shorten the query.',
  });
  await inspector.page.getByRole('tabpanel').getByText(message).waitFor();
});

test('a search asked for elsewhere is filled in and run', async ({ inspector }) => {
  await inspector.init();
  await inspector.send({ type: 'showSearch', search: { query: 'tide table', filter: { wing: ['infra'] } } });
  expect(await inspector.page.getByRole('textbox', { name: 'Search this palace' }).inputValue()).toBe(
    'tide table',
  );
  expect((await inspector.lastPosted('search')).search.filter).toEqual({ wing: ['infra'] });
});

test('a search asked for elsewhere is not narrowed by what was chosen here before', async ({ inspector }) => {
  const options = { explain: false, candidateTrace: true, dryRun: true };
  const chosen = { profile: 'orient', filter: { wing: ['infra'] }, k: 50, sortBy: 'recency' as const };
  const search = { query: 'moon', ...chosen, overrides: { mmr_lambda: 0.5 }, ...options };
  await inspector.init({ navigation: { tab: 'results', search, history: [] } });
  expect((await inspector.lastPosted('search')).search).toEqual(search);
  await inspector.send({ type: 'showSearch', search: { query: 'tide table' } });
  expect((await inspector.lastPosted('search')).search).toEqual({
    query: 'tide table',
    profile: null,
    filter: {},
    k: null,
    ...options,
  });
});

test('what a search came to is spoken: its results, why it failed, or why it was refused', async ({
  inspector,
}) => {
  await inspector.start();
  expect(await inspector.spoken()).toBe('10 results.');
  const failure = { code: 'E_OWNER_GONE', message: 'Nobody has answered.', remedy: 'Try again.' };
  const requestId = await inspector.query('tide');
  await inspector.send({ type: 'error', requestId, ...failure });
  expect(await inspector.spoken()).toBe('Nobody has answered. Try again.');
  const refused = { code: 'E_QUERY_EMPTY', message: 'The query has no words.', remedy: 'Write some.' };
  await inspector.show({ ...noResult(), error: refused }, 'moon');
  expect(await inspector.spoken()).toBe('The query has no words. Write some.');
  await inspector.show(noResult(), 'stars');
  expect(await inspector.spoken()).toBe('Nothing found.');
  await inspector.send({ type: 'error', requestId: null, ...failure });
  expect(await inspector.spoken()).toBe('Nobody has answered. Try again.');
});

test('loading is shown no sooner than 150 ms after the search began, and gives way to the result', async ({
  inspectorAlone: inspector,
}) => {
  const { page } = inspector;
  await page.clock.install();
  await inspector.init();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const requestId = await inspector.query(sampleQuery);
  await page.clock.runFor(149);
  expect(await page.locator('.skeleton').count()).toBe(0);
  await page.clock.runFor(1);
  expect(await page.locator('.skeleton').count()).toBeGreaterThan(0);
  await page.clock.resume();
  await inspector.send({ type: 'result', requestId, result: sampleResult(now) });
  expect(await page.locator('.skeleton').count()).toBe(0);
});

test('a repeated query keeps the results in view while it runs', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await page.getByRole('button', { name: 'Explain scores' }).click();
  await page.getByRole('progressbar', { name: 'Searching' }).waitFor();
  expect(await page.locator('.result').count()).toBe(10);
});

test('a reload brings query, filters, tab and open rows back and searches again', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  await inspector.start(result);
  await page.locator('.row-button').nth(2).click();
  await inspector.reload();
  await inspector.init();
  const search = await inspector.lastPosted('search');
  expect(search.search.query).toBe(sampleQuery);
  await inspector.send({ type: 'result', requestId: search.requestId, result });
  expect(await page.locator('.row-button[aria-expanded="true"]').getAttribute('aria-label')).toMatch(/^3\./);
});

test('a filter that is too long to be kept over a reload is told of, until that is closed, and the rest comes back', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.start();
  await page.evaluate(() => {
    for (const [key, saved] of Object.entries(sessionStorage)) {
      const wing = Array.from({ length: 201 }, (_, at) => `"wing ${at}"`).join();
      sessionStorage.setItem(key, String(saved).replace('"filter":{}', `"filter":{"wing":[${wing}]}`));
    }
  });
  await inspector.reload();
  await inspector.init();
  const { search } = await inspector.lastPosted('search');
  expect([search.query, search.filter]).toEqual([sampleQuery, {}]);
  const notice = page.getByText('A filter of your search could not be kept');
  await notice.waitFor();
  // Each is closed by itself.
  await inspector.send({
    type: 'error',
    requestId: null,
    code: 'E_DRAWER_NOT_FOUND',
    message: 'The drawer is gone.',
    remedy: 'Search again.',
  });
  const gone = page.locator('.banner', { hasText: 'The drawer is gone.' });
  await gone.waitFor();
  const close = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Close' });
  await close.first().press('Enter');
  expect([await gone.count(), await notice.count(), await close.count()]).toEqual([0, 1, 1]);
  await close.press('Enter');
  expect(await notice.count()).toBe(0);
});

test('who asks for the inspector types at once: the search box has the keyboard, its text selected', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.start();
  await page.getByRole('tab', { name: 'Results' }).focus();
  await inspector.send({ type: 'focusSearch' });
  await page.keyboard.type('berth 7');
  expect(await page.getByRole('textbox', { name: 'Search this palace' }).inputValue()).toBe('berth 7');
});

test('in half a window the search box keeps its room, and no option is cut off', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.start();
  await inspector.changeView({ width: 711 });
  const box = await page.getByRole('textbox', { name: 'Search this palace' }).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(180);
  const options = await page.getByRole('group', { name: 'Search options' }).boundingBox();
  expect((options?.x ?? 0) + (options?.width ?? 0)).toBeLessThanOrEqual(711);
});

test('nothing found names every condition, and offers what was meant and the words alone', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.init();
  const nothing = { ...sampleResult(now), results: [] };
  const message = page.locator('section.message');
  await inspector.show(nothing, 'tide wing:docs "berth 7"');
  expect(await message.getByRole('heading').textContent()).toBe('Nothing found in wing:docs, "berth 7".');
  await message.getByRole('button', { name: 'Did you mean room:docs?' }).click();
  expect((await inspector.lastPosted('search')).search.query).toBe('tide room:docs "berth 7"');
  await inspector.show(nothing, 'tide wing:docs "berth 7"');
  await message.getByRole('button', { name: 'Search without filters' }).click();
  expect((await inspector.lastPosted('search')).search).toMatchObject({ query: 'tide berth 7', filter: {} });
});

test('nothing found in a wing that is not there says that there is none', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.init();
  await inspector.show({ ...sampleResult(now), results: [] }, 'tide wing:nowhere');
  const message = page.locator('section.message');
  expect(await message.getByRole('heading').textContent()).toBe('Nothing found in wing:nowhere.');
  await message.getByText('There is no wing “nowhere”.').waitFor();
});

test('a refused condition offers the one that was meant', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.init();
  const requestId = await inspector.query('tide kind:tests');
  await inspector.send({
    type: 'error',
    ...{ requestId, code: 'E_QUERY_FIELD' },
    ...{ message: 'There is no kind “tests”.', remedy: 'Write one that there is.' },
  });
  const message = page.locator('section.message');
  expect(await message.getByRole('heading').textContent()).toBe('This query cannot be searched.');
  await message.getByRole('button', { name: 'Did you mean kind:test?' }).click();
  expect((await inspector.lastPosted('search')).search.query).toBe('tide kind:test');
});

test('a word that was read as another is written so by a button', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.init();
  const warning = 'Nothing holds “tidde”: searched for “tide” instead.';
  await inspector.show({
    ...sampleResult(now),
    query: 'tidde table',
    warnings: [warning],
    read_as: [{ word: 'tidde', read_as: 'tide' }],
  });
  expect(await page.locator('.banner', { hasText: warning }).count()).toBe(1);
  await page.getByRole('button', { name: 'Search for “tide”' }).click();
  expect((await inspector.lastPosted('search')).search.query).toBe('tide table');
  await inspector.show({
    ...sampleResult(now),
    query: 'tidde chart',
    warnings: [warning],
    read_as: [{ word: 'tidde', read_as: 'tide' }],
  });
  await page.getByRole('button', { name: 'Search for “tide”' }).click();
  expect((await inspector.lastPosted('search')).search.query).toBe('tide chart');
});

test('the conditions of a search are chips, each dropped by a press', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.init();
  await inspector.send({
    type: 'showSearch',
    search: { query: 'tide room:docs -fog "berth 7"', filter: { wing: ['infra'], includeArchived: true } },
  });
  const chips = page.getByRole('group', { name: 'Conditions of the search' }).getByRole('button');
  expect(await chips.allTextContents()).toEqual(['room:docs', '-fog', '"berth 7"', 'wing:infra', 'with archived']);
  await page.getByRole('button', { name: 'Remove -fog' }).click();
  expect((await inspector.lastPosted('search')).search.query).toBe('tide room:docs "berth 7"');
  await page.getByRole('button', { name: 'Remove wing:infra' }).click();
  expect((await inspector.lastPosted('search')).search.filter).toEqual({ includeArchived: true });
  expect(await chips.count()).toBe(3);
});

test('a chip is called in the page’s language what it says', async ({ openInspector }) => {
  const inspector = await openInspector({ language: 'de' });
  await inspector.init();
  await inspector.send({ type: 'showSearch', search: { query: 'tide', filter: { includeArchived: true } } });
  const chip = inspector.page.locator('.chip');
  expect(await chip.textContent()).toBe('mit archivierten');
  expect(await chip.getAttribute('aria-label')).toBe('mit archivierten entfernen');
  expect(await chip.getAttribute('title')).toBe('mit archivierten entfernen');
});

test('a half typed date stays as it is while the palace goes on', async ({ inspector }) => {
  const { page } = inspector;
  await inspector.init();
  await page.getByRole('button', { name: 'Filters' }).click();
  const from = page.getByLabel('Filed from');
  await from.focus();
  await page.keyboard.type('0302');
  await inspector.send({ type: 'status', palace: { ...samplePalace, revision: samplePalace.revision + 1 } });
  await page.keyboard.type('2026');
  expect(await from.inputValue()).toBe('2026-03-02');
});

test('in a window of a laptop at 200 % zoom, what sticks covers less than a third', async ({ openInspector }) => {
  const inspector = await openInspector({ width: 640 });
  const { page } = inspector;
  await page.setViewportSize({ width: 640, height: 400 });
  await inspector.start();
  await page.getByRole('button', { name: 'Filters' }).click();
  for (const tab of ['Results', 'Timing', 'Trace', 'Compare']) {
    await page.getByRole('tab', { name: tab }).click();
    await inspector.settle();
    await page.evaluate(() => window.scrollTo(0, 500));
    await inspector.settle();
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((part) => getComputedStyle(part).position === 'sticky')
        .map((part) => part.getBoundingClientRect())
        .filter(({ top, height }) => height > 0 && top < innerHeight / 2)
        .reduce((bottom, box) => Math.max(bottom, box.bottom), 0),
    );
    expect(covered, tab).toBeLessThan(400 / 3);
  }
});

test('an empty inspector lists starred and recent searches; the star is pressed where the search has one', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.init({ searches: { recent: ['tide', 'berth 7'], starred: ['berth 7'] } });
  const list = (name: string) => page.getByRole('region', { name }).getByRole('button');
  expect(await list('Starred').allTextContents()).toEqual(['berth 7']);
  expect(await list('Recent').allTextContents()).toEqual(['tide']);
  const star = page.getByRole('button', { name: 'Star this search' });
  await list('Starred').click();
  expect((await inspector.lastPosted('search')).search.query).toBe('berth 7');
  expect(await star.getAttribute('aria-pressed')).toBe('true');
  await star.click();
  expect(await inspector.lastPosted('starSearch')).toEqual({
    type: 'starSearch',
    query: 'berth 7',
    starred: false,
  });
  await inspector.send({ type: 'searches', searches: { recent: [], starred: [] } });
  expect(await star.getAttribute('aria-pressed')).toBe('false');
});
