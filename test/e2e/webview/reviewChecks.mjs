// What the review of a plan does when it is used: decisions, edited summaries, the one question, results, reload, long plans.
import assert from 'node:assert/strict';
import { foreignNodes } from './measurements.mjs';

const focusedText = (page) => page.evaluate(() => document.activeElement?.textContent ?? '');

export const reviewLaws = ({ fixtures }) => {
  const { samplePlan, appliedPlan, planDrawerIds, longPlan, samplePalace, parseInspectorMessage } = fixtures;
  const now = Date.now();
  const shown = async (inspector, plan = samplePlan(now)) => {
    await inspector.init({ commands: ['reviewCompaction'] });
    await inspector.send({ type: 'showPlan', plan, applied: null, restored: null });
  };
  const answer = async (inspector, type, plan = samplePlan(now), outcome = {}) =>
    inspector.send({ type: 'plan', requestId: (await inspector.lastPosted(type)).requestId, plan, applied: null, restored: null, ...outcome });
  const bar = (page) => page.locator('.apply-bar');
  const press = async (inspector, name) => { await bar(inspector.page).getByRole('button', { name }).click(); await inspector.settle(); };
  const count = async (inspector, type) => (await inspector.posted()).filter((message) => message.type === type).length;
  const understood = async (inspector) => assert.deepEqual((await inspector.posted()).filter((message) => !parseInspectorMessage(message).ok), []);
  const groupBox = (page, title) => page.getByRole('checkbox', { name: `Approve the group “${title}”` });
  const report = { plan_id: samplePlan(now).id, summaries: [], archived: planDrawerIds.limits, rejected: [], dropped: [], skipped_groups: [], characters_saved: 416, backup: 'b', palace_revision: 41_208 };

  return {
    'Review: without a plan it says what to do, and its button makes one': async (inspector) => {
      await inspector.init({ commands: ['reviewCompaction'] });
      await inspector.page.getByRole('tab', { name: 'Review' }).click();
      await inspector.page.getByRole('button', { name: 'Make a plan…' }).click();
      assert.deepEqual(await inspector.lastPosted('runCommand'), { type: 'runCommand', command: 'reviewCompaction' });
    },
    'Review: a plan that is shown brings its tab to the front, with everything approved and nothing sent': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      assert.match(await page.getByRole('tab', { selected: true }).textContent(), /^Review3$/);
      assert.equal(await page.locator('.drawer input:checked').count(), 10);
      assert.match(await bar(page).innerText(), /^10 drawers archived · 3 summaries · \d+ characters saved · 13 facts left out/);
      assert.deepEqual((await inspector.posted()).filter(({ type }) => type.endsWith('Plan')), []);
    },
    'Review: a group’s box has three states, and a rejected drawer says for how long': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      const box = groupBox(page, 'Fixed locks, before leases');
      const state = () => box.evaluate(({ checked, indeterminate }) => (indeterminate ? 'some' : checked ? 'all' : 'none'));
      const drawers = page.getByRole('region', { name: 'Fixed locks' }).locator('.drawer input');
      await drawers.nth(1).uncheck();
      assert.equal(await state(), 'some');
      assert.match(await page.locator('.drawer.rejected .reason').innerText(), /not proposed again for 30 days/);
      await box.click();
      assert.equal(await state(), 'all');
      await box.click();
      assert.equal(await state(), 'none');
      assert.equal(await page.locator('.drawer.rejected').count(), 3);
      assert.match(await bar(page).innerText(), /^7 drawers archived · 2 summaries/);
      await page.getByRole('button', { name: 'Approve none' }).click();
      assert.match(await bar(page).innerText(), /Keep 10 drawers…/);
      await page.getByRole('button', { name: 'Approve all' }).click();
      assert.match(await bar(page).innerText(), /^10 drawers archived/);
    },
    'Review: one drawer alone is not summarised, and the group says so': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      for (const index of [0, 1]) await page.getByRole('region', { name: 'Fixed locks' }).locator('.drawer input').nth(index).uncheck();
      assert.match(await page.locator('.problem:visible').innerText(), /two drawers or more/);
      assert.match(await bar(page).innerText(), /^7 drawers archived · 2 summaries.*1 group can’t be applied/);
    },
    'Review: what a summary leaves out follows each letter, and “Add sentence” puts the very sentence in': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      const card = page.getByRole('region', { name: 'Rate limits' });
      const area = card.getByRole('textbox');
      await card.getByRole('button', { name: 'Progress: load test' }).click();
      assert.deepEqual(await card.locator('.diff:visible .lost-fact').allInnerTexts(), ['2025-04-02', '4', '1,200', 'p99', '61']);
      assert.match(await card.locator('.diff:visible del').last().innerText(), /^\.$| ms\./);
      await card.getByRole('button', { name: 'Add sentence with 1,200' }).click();
      assert.match(await area.inputValue(), / Load tests of 2025-04-02 with 4 pods and 1,200 agents held p99 at 61 ms\.$/);
      assert.equal(await card.locator('.diff:visible .lost-fact').count(), 0);
      assert.match(await card.locator('.verdict').innerText(), /Leaves out 5 facts/);
      assert.equal(await card.locator('.badge').innerText(), 'you');
      assert.match(await focusedText(page), /^Add sentence$/);
      await area.fill('Nothing.');
      assert.match(await card.locator('.verdict').innerText(), /Leaves out 15 facts/);
      await area.fill('');
      assert.match(await card.locator('.problem').innerText(), /Write a summary/);
      await area.fill('a'.repeat(8001));
      assert.match(await card.locator('.problem').innerText(), /8,000 characters are allowed/);
      await card.getByRole('button', { name: 'Back to the proposal' }).click();
      assert.equal(await area.inputValue(), samplePlan(now).groups[0].summary);
      assert.match(await card.locator('.verdict').innerText(), /Leaves out 10 facts/);
    },
    'Review: after a decision the palace is asked what the plan comes to, and a remade extract takes the place of the old': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('checkbox', { name: /Insight: bursts/ }).uncheck();
      await page.waitForFunction(() => window.posted.some(({ type }) => type === 'checkPlan'));
      const asked = await inspector.lastPosted('checkPlan');
      assert.deepEqual(asked.rejectedDrawers, [planDrawerIds.limits[1]]);
      const plan = samplePlan(now);
      const remade = { ...plan, groups: plan.groups.map((group, index) => (index === 0 ? { ...group, summary: 'Remade without it.', left_out: [] } : group)) };
      await answer(inspector, 'checkPlan', remade);
      assert.equal(await page.getByRole('region', { name: 'Rate limits' }).getByRole('textbox').inputValue(), 'Remade without it.');
    },
    'Review: nothing is applied before the second press; then exactly what is approved, and the keyboard goes on at Undo': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await groupBox(page, 'Flaky overlap test').uncheck();
      await page.getByRole('checkbox', { name: /Insight: 30 minutes/ }).uncheck();
      await page.getByRole('region', { name: 'Fixed locks' }).getByRole('textbox').fill('Locks lasted 30 minutes until 2025-07-26.');
      await bar(page).getByRole('button', { name: 'Apply approved…' }).focus();
      await page.keyboard.press('Enter');
      await inspector.settle();
      assert.match(await bar(page).innerText(), /Checking the plan/);
      await answer(inspector, 'checkPlan');
      assert.match(await bar(page).getByRole('alert').innerText(), /^Archive 6 drawers and write 2 summaries\? A backup is made first/);
      assert.equal(await focusedText(page), 'Archive 6');
      await page.keyboard.press('Escape');
      assert.match(await bar(page).innerText(), /Apply approved…/);
      assert.equal(await count(inspector, 'applyPlan'), 0);
      await press(inspector, 'Apply approved…');
      await answer(inspector, 'checkPlan');
      await press(inspector, 'Archive 6');
      assert.match(await bar(page).innerText(), /Making a backup, then archiving 6 drawers…/);
      const { groups, rejectedDrawers, summaries } = await inspector.lastPosted('applyPlan');
      assert.deepEqual({ groups, rejected: [...rejectedDrawers].sort(), summaries }, { groups: ['g1', 'g2'], rejected: [...planDrawerIds.flaky, planDrawerIds.locks[1]].sort(), summaries: { g2: 'Locks lasted 30 minutes until 2025-07-26.' } });
      await answer(inspector, 'applyPlan', appliedPlan(now, [...planDrawerIds.flaky, planDrawerIds.locks[1]]), { applied: { ...report, archived: [...planDrawerIds.limits, planDrawerIds.locks[0], planDrawerIds.locks[2]], rejected: [...planDrawerIds.flaky, planDrawerIds.locks[1]] } });
      assert.match(await bar(page).innerText(), /^Done\. 6 drawers archived.*4 drawers stay/);
      assert.equal(await focusedText(page), 'Undo');
      assert.equal(await page.locator('.drawer input:enabled, textarea:not([readonly])').count(), 0);
      await page.keyboard.press('Enter');
      await inspector.settle();
      await answer(inspector, 'restorePlan', { ...samplePlan(now), state: 'restored' }, { restored: { plan_id: report.plan_id, restored: planDrawerIds.limits, removed_summaries: ['s1'], archived_summaries: [{ drawer_id: 's2', reason: 'it was used or changed since' }], left: [{ drawer_id: planDrawerIds.flaky[0], reason: 'it is no longer in the palace' }], palace_revision: 41_209 } });
      assert.match(await bar(page).innerText(), /^Undone\. 4 drawers are back as they were, 1 summary is gone[^]*s2 is in the archive: it was used or changed since\.[^]*“Issue: overlap test fails in CI\.” is left as it is/);
      await understood(inspector);
    },
    'Review: rejecting everything is remembered with one question, too, and archives nothing': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('button', { name: 'Approve none' }).click();
      await press(inspector, 'Keep 10 drawers…');
      await answer(inspector, 'checkPlan');
      await press(inspector, 'Keep 10 drawers');
      assert.deepEqual((await inspector.lastPosted('applyPlan')).groups, []);
      await answer(inspector, 'applyPlan', samplePlan(now), { applied: { ...report, archived: [], rejected: samplePlan(now).drawers.map(({ drawer_id: id }) => id), backup: null } });
      assert.match(await bar(page).innerText(), /^Nothing was archived\. 10 drawers stay/);
    },
    'Review: an error stands in place with its code and what to do, and the decisions stay': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('checkbox', { name: /Insight: 30 minutes/ }).uncheck();
      await press(inspector, 'Apply approved…');
      await answer(inspector, 'checkPlan');
      await press(inspector, 'Archive 9');
      await inspector.send({ type: 'error', requestId: (await inspector.lastPosted('applyPlan')).requestId, code: 'E_DISK_FULL', message: 'The disk is full.', remedy: 'Free some space.' });
      assert.match(await bar(page).getByRole('alert').innerText(), /^The disk is full\. Free some space\.\s+E_DISK_FULL/);
      await press(inspector, 'Check again');
      await answer(inspector, 'checkPlan');
      assert.match(await bar(page).innerText(), /^9 drawers archived/);
    },
    'Review: a plan of an older revision says so, and names above the cards what dropped out; applying checks it first': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      assert.equal(await page.getByText('The palace has changed since').isVisible(), false);
      await inspector.send({ type: 'status', palace: { ...samplePalace, revision: 41_300 } });
      assert.equal(await page.getByText('The palace has changed since').isVisible(), true);
      await page.getByRole('button', { name: 'Check again' }).click();
      await inspector.settle();
      await answer(inspector, 'checkPlan', samplePlan(now, { revision_now: 41_300, dropped: [{ drawer_id: planDrawerIds.limits[3], group_id: 'g1', reason: 'it is pinned' }] }));
      assert.equal(await page.getByText('The palace has changed since').isVisible(), false);
      assert.match(await page.locator('.plan-dropped').innerText(), /1 drawer dropped out[^]*Progress: load test of the limits\. · it is pinned/);
      const [above, card] = [await page.locator('.plan-dropped').boundingBox(), await page.locator('section.group').first().boundingBox()];
      assert.ok(above.y + above.height <= card.y + 1);
      assert.equal(await page.getByRole('checkbox', { name: /Progress: load test/ }).isDisabled(), true);
      assert.match(await bar(page).innerText(), /^9 drawers archived/);
    },
    'Review: decisions, own texts and opened drawers survive a reload; the plan is read again': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('checkbox', { name: /Insight: 30 minutes/ }).uncheck();
      await page.getByRole('region', { name: 'Flaky' }).getByRole('textbox').fill('My own words.');
      await page.getByRole('button', { name: 'Insight: bursts' }).click();
      await inspector.reload();
      await inspector.init({ commands: ['reviewCompaction'] });
      const asked = await inspector.lastPosted('checkPlan');
      assert.deepEqual([asked.planId, asked.rejectedDrawers], [samplePlan(now).id, [planDrawerIds.locks[1]]]);
      await answer(inspector, 'checkPlan');
      assert.equal(await page.getByRole('region', { name: 'Flaky' }).getByRole('textbox').inputValue(), 'My own words.');
      assert.match(await page.getByRole('region', { name: 'Flaky' }).locator('.summary-head').innerText(), /you[^]*Back to the proposal/);
      assert.equal(await page.getByRole('button', { name: 'Insight: bursts' }).getAttribute('aria-expanded'), 'true');
      assert.match(await bar(page).innerText(), /^9 drawers archived/);
    },
    'Review: another plan begins with nothing decided': async (inspector) => {
      const { page } = inspector;
      await shown(inspector);
      await page.getByRole('button', { name: 'Approve none' }).click();
      await inspector.send({ type: 'showPlan', plan: samplePlan(now, { id: 'plan-other' }), applied: null, restored: null });
      assert.match(await bar(page).innerText(), /^10 drawers archived/);
    },
    'Review: of a plan with 300 groups only the cards near the window are drawn, and Tab reaches into the next': async (inspector) => {
      const { page } = inspector;
      await shown(inspector, longPlan(300, now));
      assert.equal(await page.locator('section.group').count(), 300);
      assert.ok(await page.locator('section.group textarea').count() < 20);
      assert.match(await bar(page).innerText(), /^900 drawers archived · 300 summaries/);
      await groupBox(page, 'Group 200').focus();
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.closest('section.group')?.getAttribute('aria-label')), 'Group 200');
      await page.getByRole('button', { name: 'Approve none' }).click();
      assert.match(await bar(page).innerText(), /^0 drawers archived/);
    },
    'Review: texts of drawers, however hostile, stay text': async (inspector) => {
      const { page } = inspector;
      const hostile = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script> 42';
      const plan = samplePlan(now, { warnings: [hostile], dropped: [{ drawer_id: planDrawerIds.limits[3], group_id: 'g1', reason: hostile }] });
      await shown(inspector, {
        ...plan, groups: plan.groups.map((group) => ({ ...group, title: hostile, summary: hostile, shared: { kind: 'tag', name: hostile } })),
        drawers: plan.drawers.map((drawer) => ({ ...drawer, title: hostile, text: hostile, replaced_by: { drawer_id: 'x', title: hostile } })),
      });
      for (const button of await page.locator('.drawer .disclose').all()) await button.click();
      const { title, elements, handlers } = await page.evaluate(foreignNodes);
      assert.deepEqual({ title, elements, handlers }, { title: 'Synapse Palace', elements: [], handlers: 0 });
    },
  };
};
