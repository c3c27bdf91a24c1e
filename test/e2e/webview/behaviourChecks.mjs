// What the inspector does when it is used: keyboard, cancelling, scrolling, hostile texts and messages, themes, reload.
import assert from 'node:assert/strict';
import { openInspector } from './inspectorPage.mjs';
import { foreignNodes } from './measurements.mjs';
import { reviewLaws } from './reviewChecks.mjs';
import { tabLaws } from './tabChecks.mjs';

const spoken = (page) => page.locator('[aria-live=polite]').textContent();
const focusedLabel = (page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

/** Name of the law → how it is tried. Each gets an inspector of its own. */
const laws = (served) => {
  const { sampleResult, sensitiveResult, sampleSecret, awkwardResult, longResult, samplePalace, sampleQuery, parseInspectorMessage } = served.fixtures;
  const now = Date.now();
  const shown = async (inspector, result = sampleResult(now)) => {
    await inspector.init();
    return inspector.show(result);
  };
  return {
    'Tab visits the query, the profile, the options, the tabs, the list: one stop each for tabs and rows': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('textbox').focus();
      const visited = [];
      for (let stop = 0; stop < 10; stop += 1) {
        await page.keyboard.press('Tab');
        visited.push(await focusedLabel(page));
      }
      assert.deepEqual(visited.map((label) => label.slice(0, 12)), ['Profile', 'Filters', 'Explain scor', 'Trace candid', 'Dry run: lea', 'Results10', 'Chart', 'Table', '1. Decision:', 'Show more']);
    },
    'arrows, Home and End move between rows and stop at the ends': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.locator('.row-button[tabindex="0"]').focus();
      const at = async (key) => { await page.keyboard.press(key); return Number.parseInt(await focusedLabel(page), 10); };
      assert.deepEqual([await at('ArrowUp'), await at('ArrowDown'), await at('ArrowDown'), await at('ArrowUp'), await at('End'), await at('ArrowDown'), await at('Home')], [1, 2, 3, 2, 10, 10, 1]);
      assert.equal(await page.locator('.row-button[tabindex="0"]').count(), 1);
    },
    'Enter and Space open and close a row; Tab then enters its text and its actions': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.locator('.row-button[tabindex="0"]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await inspector.settle();
      const labels = [];
      for (let stop = 0; stop < 4; stop += 1) { await page.keyboard.press('Tab'); labels.push(await focusedLabel(page)); }
      assert.deepEqual(labels, ['Text of the drawer', 'Open source', 'Find similar', 'Copy text']);
      await page.keyboard.press('Enter');
      assert.equal((await inspector.lastPosted('copyDrawer')).drawerId, sampleResult(now).results[1].drawer_id);
      await page.locator('.row-button[aria-expanded="true"]').focus();
      await page.keyboard.press('Space');
      await inspector.settle();
      assert.equal(await page.locator('.detail').count(), 0);
    },
    'a secret is masked wherever its drawer is named, is shown when the keyboard asks for it, and is masked again by the next search': async (inspector) => {
      const { page } = inspector;
      const seen = () => page.evaluate(() => document.documentElement.outerHTML);
      await shown(inspector, sensitiveResult(now));
      await page.locator('.row-button[tabindex="0"]').focus();
      await page.keyboard.press('Enter');
      await inspector.settle();
      assert.equal((await seen()).includes(sampleSecret), false);
      assert.match(await page.locator('.detail .text').innerText(), /BERTH_DB_PASSWORD=••••/);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      assert.equal(await focusedLabel(page), 'Reveal secrets');
      await page.keyboard.press('Enter');
      assert.equal(await focusedLabel(page), 'Mask secrets');
      assert.match(await page.locator('.detail .text').innerText(), new RegExp(sampleSecret));
      assert.equal(await spoken(page), 'The text is shown as it was filed.');
      for (const tab of ['Trace', 'Wings', 'Compare', 'Timing']) {
        await page.getByRole('tab', { name: tab }).click();
        await inspector.settle();
        assert.equal((await page.locator('[role=tabpanel]:not([hidden])').innerText()).includes(sampleSecret), false, tab);
      }
      await page.getByRole('tab', { name: 'Results' }).click();
      await inspector.show(sensitiveResult(now));
      await inspector.settle();
      assert.equal((await seen()).includes(sampleSecret), false);
    },
    'left and right step through a ledger in event order, with tooltip and voice; Escape closes the tooltip': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.locator('.row-button[tabindex="0"]').focus();
      const heard = [];
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) { await page.keyboard.press(key); heard.push((await spoken(page)).split('. ')[0]); }
      assert.deepEqual(heard, ['Cosine similarity 0.584', 'Fusion +.258', 'Decay (age) −.169', 'Fusion +.258']);
      assert.ok(await page.locator('.tooltip').isVisible());
      await page.keyboard.press('Escape');
      assert.ok(!await page.locator('.tooltip').isVisible());
    },
    'arrows, Home and End choose a tab': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('tab', { name: 'Results' }).focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Wings');
      await page.keyboard.press('Home');
      assert.match(await page.getByRole('tab', { selected: true }).textContent(), /^Results/);
    },
    'up and down in the query walk through earlier queries': async (inspector) => {
      await inspector.init();
      for (const text of ['first', 'second']) await inspector.query(text);
      const { page } = inspector;
      const input = page.getByRole('textbox');
      await input.fill('half typed');
      const seen = [];
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) { await input.press(key); await inspector.settle(); seen.push(await input.inputValue()); }
      assert.deepEqual(seen, ['second', 'first', 'first', 'second', 'half typed']);
    },
    'Escape cancels a running search, and its late result is dropped': async (inspector) => {
      const { page } = inspector;
      await inspector.init();
      const requestId = await inspector.query(sampleQuery);
      await page.keyboard.press('Escape');
      assert.deepEqual(await inspector.lastPosted('cancel'), { type: 'cancel', requestId });
      await inspector.send({ type: 'result', requestId, result: sampleResult(now) });
      assert.equal(await page.locator('.result').count(), 0);
    },
    'the result of a superseded search is dropped': async (inspector) => {
      await inspector.init();
      const first = await inspector.query('one');
      const second = await inspector.query('two');
      await inspector.send({ type: 'result', requestId: second, result: sampleResult(now) });
      await inspector.send({ type: 'result', requestId: first, result: { ...sampleResult(now), results: [] } });
      assert.equal(await inspector.page.locator('.result').count(), 10);
    },
    'a thousand results draw only those near the window, and End reaches the last': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, longResult(1000, now));
      assert.ok(await page.locator('.result').count() < 60);
      await page.locator('.row-button[tabindex="0"]').focus();
      await page.keyboard.press('End');
      await inspector.settle();
      assert.match(await focusedLabel(page), /^1000\./);
      assert.ok(await page.locator('.result').count() < 60);
      const box = await page.locator('.row-button[tabindex="0"]').boundingBox();
      assert.ok(box.y >= 100 && box.y + box.height <= 900, JSON.stringify(box));
      await page.keyboard.press('Home');
      await inspector.settle();
      assert.match(await focusedLabel(page), /^1\./);
    },
    'rows never overlap, opened or scrolled': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, longResult(200, now));
      for (const rank of ['1.', '3.', '4.']) { await page.locator(`.row-button[aria-label^="${rank}"]`).click(); await inspector.settle(); }
      for (const y of [0, 700, 5000, 1e6]) {
        await page.evaluate((top) => window.scrollTo(0, top), y);
        await inspector.settle();
        const gaps = await page.evaluate(() => {
          const boxes = [...document.querySelectorAll('.result')].map((row) => ({ index: Number(row.dataset.index), ...row.getBoundingClientRect().toJSON() })).sort((a, b) => a.index - b.index);
          return boxes.slice(1).flatMap((box, i) => (box.index === boxes[i].index + 1 ? [box.top - boxes[i].bottom] : [])).filter((gap) => Math.abs(gap) > 0.6);
        });
        assert.deepEqual(gaps, []);
      }
    },
    'texts of drawers, however hostile, stay text': async (inspector) => {
      await shown(inspector, awkwardResult(now));
      await inspector.page.locator('.row-button').first().click();
      await inspector.page.getByRole('button', { name: 'Table' }).click();
      const { title, elements, handlers } = await inspector.page.evaluate(foreignNodes);
      assert.deepEqual({ title, elements, handlers }, { title: 'Synapse Palace', elements: [], handlers: 0 });
    },
    'refused messages are reported, and the inspector goes on': async (inspector) => {
      await shown(inspector);
      for (const message of [null, 7, 'init', {}, { type: 'eval', code: '1' }, { type: 'result', requestId: 'x', result: { results: 'none' } }, { type: 'init' }, [[]]]) await inspector.send(message);
      const reports = (await inspector.posted()).filter(({ type }) => type === 'report');
      assert.equal(reports.length, 8);
      assert.ok(reports.every(({ code }) => code === 'E_MESSAGE'));
      assert.equal(await inspector.page.locator('.result').count(), 10);
    },
    'everything that the inspector sends is understood by the editor': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.locator('.row-button').nth(1).click();
      for (const name of ['Open source', 'Copy text', 'Table', 'Copy at full precision', 'Explain scores', 'Dry run: leave no trace in the access log', 'Filters']) await page.getByRole('button', { name, exact: true }).first().click();
      await page.getByRole('combobox', { name: 'Wing' }).selectOption('notes');
      await page.getByRole('combobox', { name: 'Profile' }).selectOption('decide');
      await page.getByRole('textbox', { name: 'Search this palace' }).press('Escape');
      await page.waitForTimeout(500); // navigation is saved a moment later
      const posted = await inspector.posted();
      const kinds = new Set(posted.map(({ type }) => type));
      for (const type of ['ready', 'search', 'openSource', 'copyDrawer', 'copyText', 'cancel', 'saveNavigation']) assert.ok(kinds.has(type), type);
      assert.deepEqual(posted.filter((message) => !parseInspectorMessage(message).ok), []);
      assert.deepEqual((await inspector.lastPosted('search')).search, { query: sampleQuery, profile: 'decide', filter: { wing: ['notes'] }, k: null, explain: false, candidateTrace: false, dryRun: true });
    },
    'the copied table has every number at full precision': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('button', { name: 'Table' }).click();
      await page.getByRole('button', { name: 'Copy at full precision' }).click();
      const { text } = await inspector.lastPosted('copyText');
      const [head, ...rows] = text.split('\n').map((line) => line.split('\t'));
      assert.equal(rows.length, 10);
      for (const [index, row] of rows.entries()) {
        const hit = sampleResult(now).results[index];
        assert.equal(Number(row[head.indexOf('final')]), hit.score);
        for (const { phase, delta } of hit.score_events) assert.equal(Number(row[head.indexOf(phase)]), delta);
      }
    },
    'only the commands that the host offers have a button': async (inspector) => {
      await inspector.init({ palace: { ...samplePalace, drawers: 0, archived: 0 }, commands: ['mineWorkspace'] });
      assert.deepEqual(await inspector.page.locator('vscode-button').allTextContents(), ['Mine workspace']);
      await inspector.page.locator('vscode-button').click();
      assert.deepEqual(await inspector.lastPosted('runCommand'), { type: 'runCommand', command: 'mineWorkspace' });
    },
    'a reload brings query, filters, tab and open rows back and searches again': async (inspector) => {
      const { page } = inspector;
      const result = sampleResult(now);
      await shown(inspector, result);
      await page.locator('.row-button').nth(2).click();
      await inspector.reload();
      await inspector.init();
      const search = await inspector.lastPosted('search');
      assert.equal(search.search.query, sampleQuery);
      await inspector.send({ type: 'result', requestId: search.requestId, result });
      assert.equal(await page.locator('.row-button[aria-expanded="true"]').getAttribute('aria-label').then((label) => label.slice(0, 2)), '3.');
    },
    'a search asked for elsewhere is filled in and run': async (inspector) => {
      await inspector.init();
      await inspector.send({ type: 'showSearch', search: { query: 'tide table', filter: { wing: ['infra'] } } });
      assert.equal(await inspector.page.getByRole('textbox', { name: 'Search this palace' }).inputValue(), 'tide table');
      assert.deepEqual((await inspector.lastPosted('search')).search.filter, { wing: ['infra'] });
    },
    'loading is shown no sooner than 150 ms after the search began, and gives way to the result': async (inspector) => {
      const { page } = inspector;
      await page.evaluate(() => {
        const { postMessage } = window.editor;
        window.editor.postMessage = (message) => { if (message.type === 'search') window.searchedAt = performance.now(); postMessage(message); };
        new MutationObserver(() => { if (window.skeletonAt === undefined && document.querySelector('.skeleton') !== null) window.skeletonAt = performance.now(); })
          .observe(document.body, { childList: true, subtree: true });
      });
      await inspector.init();
      const requestId = await inspector.query(sampleQuery);
      await page.locator('.skeleton').first().waitFor();
      assert.ok(await page.evaluate(() => window.skeletonAt - window.searchedAt) >= 149);
      await inspector.send({ type: 'result', requestId, result: sampleResult(now) });
      assert.equal(await page.locator('.skeleton').count(), 0);
    },
    'a repeated query keeps the results in view while it runs': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('button', { name: 'Explain scores' }).click();
      await page.getByRole('progressbar', { name: 'Searching' }).waitFor();
      assert.equal(await page.locator('.result').count(), 10);
    },
    'what the host announces is spoken, and shown for a moment': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await inspector.send({ type: 'announce', text: 'Text copied' });
      assert.equal(await spoken(page), 'Text copied');
      assert.ok(await page.locator('.toast').isVisible());
      await page.locator('.toast').waitFor({ state: 'hidden' });
    },
    'a click on what stands over a row opens it, tooltips notwithstanding': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      for (const part of ['.where', '.hit', '.moved']) {
        await page.locator('.result').nth(3).locator(part).first().click();
        await inspector.settle();
        assert.equal(await page.locator('.row-button').nth(3).getAttribute('aria-expanded'), 'true', part);
        await page.locator('.row-button').nth(3).press('Enter');
        await inspector.settle();
      }
    },
    'the mouse over a bar shows why it is there, beside the chart and not over it': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      const chart = page.locator('.result').nth(3).locator('.ledger');
      await chart.locator('.family-use .hit').first().hover();
      assert.match(await page.locator('.tooltip').textContent(), /^Use \(LTP\) \+\.338×1\.58: opened 6 times in 30 d0\.579 → 0\.917$/);
      const [tip, drawing] = [await page.locator('.tooltip').boundingBox(), await chart.boundingBox()];
      assert.ok(tip.y >= drawing.y + drawing.height || tip.y + tip.height <= drawing.y);
      await page.mouse.move(5, 5);
      assert.ok(!await page.locator('.tooltip').isVisible());
    },
    'Chart and Table keep the focus that pressed them': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('button', { name: 'Table' }).focus();
      await page.keyboard.press('Enter');
      assert.equal(await focusedLabel(page), 'Table');
    },
    '“Show more” asks for more and goes on at the first new row': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('button', { name: 'Show more' }).focus();
      await page.keyboard.press('Enter');
      const { requestId, search } = await inspector.lastPosted('search');
      assert.equal(search.k, 20);
      await inspector.send({ type: 'result', requestId, result: longResult(20, now) });
      assert.match(await focusedLabel(page), /^11\./);
    },
    'a banner’s button keeps the focus while the banner’s numbers change': async (inspector) => {
      const { page } = inspector;
      await inspector.init({ palace: { ...samplePalace, model: { ...samplePalace.model, state: 'mismatch', palaceModel: 'bge-small-en-v1.5' } } });
      await page.getByRole('button', { name: 'Rebuild embeddings' }).focus();
      await inspector.send({ type: 'status', palace: { ...samplePalace, drawers: 9000, model: { ...samplePalace.model, state: 'mismatch', palaceModel: 'another' } } });
      assert.equal(await focusedLabel(page), 'Rebuild embeddings');
      assert.match(await page.locator('.banner-text').textContent(), /another/);
    },
    'a change of theme reaches charts, controls and the component kit without a redraw': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      const colours = () => page.evaluate(() => ({
        bar: getComputedStyle(document.querySelector('.family-match .block')).fill,
        body: getComputedStyle(document.body).backgroundColor,
        button: getComputedStyle(document.querySelector('vscode-button')).color,
        select: getComputedStyle(document.querySelector('select')).backgroundColor,
      }));
      const before = await colours();
      const { bodyClass, variables } = served.theme('light');
      await page.evaluate(([name, values]) => {
        document.querySelector('.ledger').setAttribute('data-same', 'yes');
        for (const [variable, value] of Object.entries(values)) document.documentElement.style.setProperty(variable, value);
        document.body.className = name;
      }, [bodyClass, variables]);
      await inspector.settle();
      const after = await colours();
      for (const part of Object.keys(before)) assert.notEqual(after[part], before[part], part);
      assert.equal(await page.locator('.ledger[data-same]').count(), 1);
    },
    'nothing moves for those who ask for reduced motion': async (inspector) => {
      const { page } = inspector;
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await inspector.init();
      await inspector.query(sampleQuery);
      await page.locator('.skeleton').first().waitFor();
      assert.deepEqual(await page.evaluate(() => document.getAnimations().length), 0);
    },
    'wide and narrow follow the window while a row keeps the focus': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.locator('.row-button[tabindex="0"]').focus();
      await page.keyboard.press('ArrowDown');
      await page.setViewportSize({ width: 420, height: 900 });
      await inspector.settle();
      assert.match(await focusedLabel(page), /^2\./);
      assert.equal(await page.locator('.final-text').first().textContent(), '1.708');
    },
  };
};

/** @param {(name: string, run: () => Promise<readonly string[]>) => Promise<void>} check */
export async function behaviourChecks(browser, served, check) {
  for (const [name, prove] of Object.entries({ ...laws(served), ...tabLaws(served), ...reviewLaws(served) })) {
    await check(name, async () => {
      const inspector = await openInspector(browser, served);
      try {
        await prove(inspector);
        return inspector.complaints;
      } finally {
        await inspector.close();
      }
    });
  }
}
