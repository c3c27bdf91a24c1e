// What the tabs beside the results do when they are used: weights, drops, questions, comparisons, packets, similar drawers.
import assert from 'node:assert/strict';
import { foreignNodes } from './measurements.mjs';

const number = (text) => Number(text.replace('−', '-').replaceAll(',', ''));
const focusedText = (page) => page.evaluate(() => document.activeElement?.textContent ?? '');

export const tabLaws = ({ fixtures }) => {
  const { tracedResult, otherRanking, whyNotAnswer, sampleResult, manyReasons, parseInspectorMessage } = fixtures;
  const now = Date.now();
  const shown = async (inspector, tab, result = tracedResult(now)) => {
    await inspector.init();
    const requestId = await inspector.show(result);
    await inspector.page.getByRole('tab', { name: tab }).click();
    await inspector.settle();
    return requestId;
  };
  const understood = async (inspector) => assert.deepEqual((await inspector.posted()).filter((message) => !parseInspectorMessage(message).ok), []);
  const moves = (page) => page.locator('table.moves tbody tr').evaluateAll((rows) => rows.map((row) => ({ kind: row.className, title: row.querySelector('th').textContent, by: row.querySelector('.by [aria-hidden]').textContent })));

  return {
    'Wings: the shares drawn are the shares of the table, and each pick is filled in one wing': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, 'Wings');
      await page.getByText('The same as a table').click();
      const drawn = await page.locator('.saturation').evaluateAll((charts) => charts.map((chart) => [...chart.querySelectorAll('text')].map((text) => text.textContent)));
      assert.deepEqual(drawn.flat().map((label) => Number(label.slice(1))).sort((a, b) => a - b), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      const rows = await page.locator('.wing-numbers tbody tr').evaluateAll((lines) => lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent)));
      assert.equal(rows.reduce((sum, cells) => sum + number(cells[2]), 0), 10);
      const words = await page.locator('.wing-row .sr-only').evaluateAll((nodes) => nodes.map((node) => node.textContent));
      for (const [index, [drawers, share, results]] of rows.entries()) assert.ok(words[2 * index].startsWith(`${drawers} drawers, ${share} of the palace; ${results} results`), words[2 * index]);
    },
    'Wings: the keyboard moves γ, the list follows at once, “Back to the run” returns, and no search is made': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, 'Wings');
      const before = await moves(page);
      assert.ok(before.every(({ by }) => by === ''));
      await page.getByRole('slider', { name: /wing diversity/ }).focus();
      await page.keyboard.press('Home');
      await page.getByRole('slider', { name: /relevance/ }).focus();
      await page.keyboard.press('End');
      const after = await moves(page);
      assert.equal(after.filter(({ by }) => by === 'in').length, after.filter(({ kind }) => kind === 'out').length);
      assert.ok(after.some(({ by }) => /^[▲▼]/u.test(by)));
      assert.match(await page.locator('.whatif [aria-live]').textContent(), /^\d+ replaced, \d+ places differ; \d of 5 wings present\.$/u);
      await page.getByRole('button', { name: 'Back to the run' }).click();
      assert.deepEqual(await moves(page), before);
      assert.equal((await inspector.posted()).filter(({ type }) => type === 'search').length, 1);
    },
    'Wings: “Search with these values” searches with them; the banner and the profile take them back': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, 'Wings');
      await page.getByRole('slider', { name: /wing diversity/ }).fill('0.8');
      await page.getByRole('button', { name: 'Search with these values' }).click();
      const asked = await inspector.lastPosted('search');
      assert.deepEqual(asked.search.overrides, { mmr_lambda: 0.7, wing_diversity_weight: 0.8 });
      await inspector.send({ type: 'result', requestId: asked.requestId, result: tracedResult(now) });
      assert.match(await page.locator('.banner-text').textContent(), /γ = 0\.80, λ = 0\.70/);
      await page.getByRole('button', { name: 'Back to the profile’s values' }).click();
      assert.equal((await inspector.lastPosted('search')).search.overrides, undefined);
      await understood(inspector);
    },
    'without a trace Wings and Trace offer to search with one, and stay chosen': async (inspector) => {
      const { page } = inspector;
      for (const tab of ['Wings', 'Trace']) {
        await inspector.reset();
        await shown(inspector, tab, sampleResult(now));
        await page.getByRole('button', { name: 'Search with trace' }).click();
        const asked = await inspector.lastPosted('search');
        assert.equal(asked.search.candidateTrace, true);
        await inspector.send({ type: 'result', requestId: asked.requestId, result: tracedResult(now) });
        assert.match(await page.getByRole('tab', { selected: true }).textContent(), new RegExp(`^${tab}`));
        assert.ok(await page.locator(tab === 'Wings' ? '.saturation' : '.flow').first().isVisible());
        assert.equal(await page.getByRole('button', { name: 'Trace candidates' }).getAttribute('aria-pressed'), 'true');
      }
    },
    'Trace: what the chart says leaves is what the table says, and nothing is lost on the way': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, 'Trace');
      await page.getByText('The same as a table').click();
      const rows = await page.locator('.stages tbody tr').evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent)));
      for (const [index, [, into, out, dropped]] of rows.entries()) {
        assert.equal(number(into) + number(dropped || '0'), number(out));
        if (index > 0) assert.equal(into, rows[index - 1][2]);
      }
      const labels = await page.locator('.flow .leaving text').allTextContents();
      const why = rows.map((cells) => cells[4]).join(', ');
      for (const label of labels) { const [, count, name] = /^−([\d,]+) (.+)$/u.exec(label); assert.ok(why.includes(`${name} ${count}`), `${label} in ${why}`); }
      assert.ok(!labels.some((label) => label.includes('…')));
    },
    'Trace: labels of many reasons do not overlap': async (inspector) => {
      await shown(inspector, 'Trace', manyReasons(now));
      const boxes = await inspector.page.locator('.flow .leaving text').evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect()).map(({ top, bottom, left, right }) => ({ top, bottom, left, right })));
      assert.equal(boxes.length, 8);
      for (const [index, a] of boxes.entries()) for (const b of boxes.slice(index + 1)) assert.ok(a.bottom <= b.top + 1 || b.bottom <= a.top + 1 || a.right <= b.left || b.right <= a.left);
    },
    'Trace: drops are filtered, sorted and opened from the keyboard; only rows near the window exist': async (inspector) => {
      const { page } = inspector;
      const traced = tracedResult(now);
      const many = Array.from({ length: 5000 }, (_, index) => ({ drawer_id: `drawer_${index}`, dropped_at: 'cut', reason: `place ${index}`, score: 1 - index / 5000, wing: 'planner', title: `src/a.ts:${index}–${index + 1}` }));
      await shown(inspector, 'Trace', { ...traced, candidate_trace: many });
      assert.ok(await page.locator('.drop').count() < 80);
      assert.equal(await page.getByRole('table', { name: 'Dropped candidates' }).getAttribute('aria-rowcount'), '5001');
      await page.locator('.disclose[tabindex="0"]').focus();
      assert.equal(await page.locator('.disclose[tabindex="0"]').count(), 1);
      await page.keyboard.press('End');
      await inspector.settle();
      assert.equal(await focusedText(page), 'a.ts:4999–5000');
      assert.ok(await page.locator('.drop').count() < 80);
      await page.keyboard.press('Enter');
      await inspector.settle();
      assert.ok((await page.locator('.drop-detail:visible').textContent()).startsWith('place 4999'));
      await page.keyboard.press('Enter');
      await page.keyboard.press('Home');
      await inspector.settle();
      assert.equal(await focusedText(page), 'a.ts:0–1');
      await page.getByRole('button', { name: /^Score/ }).click();
      assert.equal(await page.getByRole('columnheader', { name: /^Score/ }).getAttribute('aria-sort'), 'ascending');
      assert.equal(await page.locator('.drop[data-index="0"] .disclose').textContent(), 'a.ts:4999–5000');
      await page.getByRole('searchbox', { name: 'Filter dropped candidates' }).fill('place 123');
      assert.equal(await page.locator('.drops [role=status]').textContent(), '11 of 5,000');
      await page.getByRole('searchbox', { name: 'Filter dropped candidates' }).fill('nothing like it');
      assert.ok(await page.getByText('No dropped candidate matches.').isVisible());
    },
    'Trace: why-not asks for an ID, a path or a text, shows verdict, rulers and fixes, and says what failed': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, 'Trace');
      await page.getByRole('textbox', { name: /Drawer: ID/ }).fill('sessionLimits.ts:14–40');
      await page.keyboard.press('Enter');
      const asked = await inspector.lastPosted('whyNot');
      assert.equal(asked.drawer, 'sessionLimits.ts:14–40');
      await inspector.send({ type: 'whyNot', requestId: 'another', answer: { ...whyNotAnswer, reason: 'not this one' } });
      assert.equal(await page.locator('.answer').textContent(), 'Looking…');
      await inspector.send({ type: 'whyNot', requestId: asked.requestId, answer: whyNotAnswer });
      assert.match(await page.locator('.answer').textContent(), /^It never entered the pool\./);
      assert.deepEqual(await page.locator('.leg-ranks tbody td.num').allTextContents(), ['212 / 50', '61 / 50', '– / 14']);
      assert.deepEqual(await page.locator('.ruler').evaluateAll((rulers) => rulers.map((ruler) => [...ruler.querySelectorAll('circle')].map((dot) => dot.getAttribute('class')))), [['at'], ['at'], []]);
      assert.equal(await page.locator('.fixes li').count(), 2);
      await page.getByRole('button', { name: 'Ask' }).click();
      await inspector.send({ type: 'error', requestId: (await inspector.lastPosted('whyNot')).requestId, code: 'E_DRAWER_NOT_FOUND', message: 'No such drawer.', remedy: 'Look again.' });
      assert.match(await page.locator('.answer').textContent(), /No such drawer\.Look again\.E_DRAWER_NOT_FOUND/);
      await page.locator('.drop .disclose').first().click();
      await page.locator('.drop-detail:visible').getByRole('button', { name: 'Why isn’t it here?' }).click();
      assert.match((await inspector.lastPosted('whyNot')).drawer, /^drawer_/);
      await understood(inspector);
    },
    'Compare: baseline is asked for once, rows and slopes stand on one grid, and each drawer has both its places': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, 'Compare');
      const asked = (await inspector.posted()).filter(({ type }) => type === 'rank');
      assert.deepEqual(asked.map(({ by, search }) => [by, search.profile]), [['profile', 'baseline']]);
      await inspector.send({ type: 'ranking', requestId: asked[0].requestId, result: otherRanking(now) });
      const places = await page.evaluate(() => {
        const middle = (node) => { const { top, bottom } = node.getBoundingClientRect(); return (top + bottom) / 2; };
        return [...document.querySelectorAll('.slopes [data-drawer]')].map((slope) => {
          const rows = [...document.querySelectorAll('tr[data-drawer]')].filter((row) => row.dataset.drawer === slope.getAttribute('data-drawer'));
          return { ends: [...slope.querySelectorAll('circle')].map(middle), rows: rows.map(middle) };
        });
      });
      assert.ok(places.length >= 10);
      for (const { ends, rows } of places) { assert.equal(rows.length, 2); ends.forEach((end, index) => assert.ok(Math.abs(end - rows[index]) <= 1, JSON.stringify({ ends, rows }))); }
      await page.locator('tr[data-drawer]').first().hover();
      assert.equal(await page.locator('.lit').count(), 3);
    },
    'Compare: other rankings are asked for when chosen, failures can be tried again, a new search asks anew': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, 'Compare');
      await inspector.send({ type: 'error', requestId: (await inspector.lastPosted('rank')).requestId, code: 'E_TIMEOUT', message: 'Too slow.', remedy: 'Try again.' });
      assert.match(await page.locator('.compare-notice').textContent(), /Too slow/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await inspector.settle();
      assert.equal((await inspector.posted()).filter(({ type }) => type === 'rank').length, 2);
      await page.getByRole('combobox', { name: 'Ranking A' }).selectOption({ label: 'cosine only' });
      await inspector.settle();
      assert.equal((await inspector.lastPosted('rank')).by, 'cosine');
      await inspector.show(tracedResult(now), 'another question');
      await inspector.settle();
      assert.deepEqual((await inspector.posted()).filter(({ type }) => type === 'rank').length, 4);
      assert.equal((await inspector.lastPosted('rank')).search.query, 'another question');
    },
    'Compare: packets are opened, compared, saved; a closed dialog changes nothing': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, 'Compare');
      await page.getByRole('button', { name: 'Save packet…' }).click();
      assert.equal((await inspector.lastPosted('savePacket')).search.query, tracedResult(now).query);
      await page.getByRole('button', { name: 'Open packet…' }).click();
      await inspector.send({ type: 'cancelled', requestId: (await inspector.lastPosted('openPacket')).requestId });
      assert.equal(await page.getByRole('combobox', { name: 'Ranking A' }).inputValue(), 'profile:baseline');
      await page.getByRole('button', { name: 'Open packet…' }).click();
      await inspector.send({ type: 'packet', requestId: (await inspector.lastPosted('openPacket')).requestId, packet: { name: 'was.json', query: tracedResult(now).query, profile: 'default', recordedAt: '2025-11-14T10:00:00Z', result: tracedResult(now) } });
      assert.equal(await page.getByRole('combobox', { name: 'Ranking A' }).inputValue(), 'packet:was.json');
      assert.equal(await page.getByText('The same 10, in the same order.').count(), 1);
      await understood(inspector);
    },
    '“Find similar” shows the nearest drawers under a banner, and leads back to the search': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, 'Results', sampleResult(now));
      await page.locator('.row-button').nth(1).click();
      await page.getByRole('button', { name: 'Find similar' }).click();
      const asked = await inspector.lastPosted('similar');
      assert.equal(asked.drawerId, sampleResult(now).results[1].drawer_id);
      await inspector.send({ type: 'result', requestId: asked.requestId, result: { ...sampleResult(now), results: sampleResult(now).results.slice(4) } });
      assert.equal(await page.locator('.result').count(), 6);
      assert.match(await page.locator('.banner-text').textContent(), /^Nearest to “bookBerth\.ts:41–83”\./);
      await page.getByRole('tab', { name: 'Trace' }).click();
      assert.ok(await page.getByText('This list is by likeness alone.').isVisible());
      await page.locator('.banner').getByRole('button', { name: 'Back to the search' }).click();
      assert.equal((await inspector.lastPosted('search')).search.query, sampleResult(now).query);
    },
    'in every tab texts of drawers, however hostile, stay text': async (inspector) => {
      const hostile = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
      const traced = tracedResult(now);
      const renamed = { ...traced.selection_trace, candidates: traced.selection_trace.candidates.map((one) => ({ ...one, title: hostile, wing: hostile })) };
      const result = { ...traced, selection_trace: renamed, candidate_trace: traced.candidate_trace.map((entry) => ({ ...entry, reason: hostile, title: hostile, wing: hostile })), flow: [{ phase: hostile, in: 88, out: 10, dropped: { [hostile]: 78 } }] };
      await shown(inspector, 'Trace', result);
      const { page } = inspector;
      const look = async () => { const { title, elements, handlers } = await page.evaluate(foreignNodes); assert.deepEqual({ title, elements, handlers }, { title: 'Synapse Palace', elements: [], handlers: 0 }); };
      await page.locator('.drop .disclose').first().click();
      await page.getByRole('textbox', { name: /Drawer: ID/ }).fill(hostile);
      await page.keyboard.press('Enter');
      await inspector.send({ type: 'whyNot', requestId: (await inspector.lastPosted('whyNot')).requestId, answer: { ...whyNotAnswer, title: hostile, reason: hostile, fixes: [hostile], dropped_at: hostile, entered_pool: true, leg_ranks: { [hostile]: { rank: 1, matched: 0, depth: 0 } } } });
      await look();
      await page.getByRole('tab', { name: 'Wings' }).click();
      await look();
      await page.getByRole('tab', { name: 'Compare' }).click();
      await inspector.settle();
      await inspector.send({ type: 'ranking', requestId: (await inspector.lastPosted('rank')).requestId, result });
      await look();
    },
  };
};
