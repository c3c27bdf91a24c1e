import { expect } from 'vitest';
import { samplePalace } from '../../fixtures/inspector/samplePalace.ts';
import { appliedPlan, planDrawerIds, samplePlan } from '../../fixtures/inspector/samplePlan.ts';
import { test } from '../host/reviewTest.ts';
import { ReviewTab } from '../host/reviewTab.ts';
import { present } from '../host/present.ts';

const now = Date.now();
const report = {
  plan_id: samplePlan(now).id,
  summaries: [],
  archived: [...planDrawerIds.limits],
  rejected: [],
  dropped: [],
  skipped_groups: [],
  characters_saved: 416,
  backup: 'b',
  palace_revision: 41_208,
};

test('the keyboard stays where it went while the plan is checked, and goes on here once it is back', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show();
  await review.bar.getByRole('button', { name: 'Apply approved…' }).focus();
  await page.keyboard.press('Enter');
  await inspector.settle();
  // As when somebody opens the editor's palette meanwhile.
  await page.evaluate('document.hasFocus = () => false');
  await review.answer('checkPlan');
  await review.bar.getByRole('alert').waitFor();
  expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  await page.evaluate("delete document.hasFocus; window.dispatchEvent(new Event('focus'))");
  expect(await inspector.focusedText()).toBe('Archive 10');
});

test('a summary that is longer than its drawers is not called a saving', async ({ review }) => {
  await review.show();
  await review.press('Apply approved…');
  await review.answer('checkPlan');
  await review.press('Archive 10');
  await review.answer('applyPlan', appliedPlan(now, []), { applied: { ...report, characters_saved: -4 } });
  expect(await review.bar.innerText()).toMatch(/^Done\. .* summaries written, 4 characters more; palace revision/);
});

test('nothing is applied before the second press; then exactly what is approved, and the keyboard goes on at Undo', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show();
  await review.groupBox('Flaky overlap test').uncheck();
  await page.getByRole('checkbox', { name: /Insight: 30 minutes/ }).uncheck();
  await page
    .getByRole('region', { name: 'Fixed locks' })
    .getByRole('textbox')
    .fill('Locks lasted 30 minutes until 2025-07-26.');
  await review.bar.getByRole('button', { name: 'Apply approved…' }).focus();
  await page.keyboard.press('Enter');
  await inspector.settle();
  expect(await review.bar.innerText()).toMatch(/Checking the plan/);
  await review.answer('checkPlan');
  expect(await review.bar.getByRole('alert').innerText()).toMatch(
    /^Archive 6 drawers and write 2 summaries\? A backup is made first/,
  );
  expect(await inspector.focusedText()).toBe('Archive 6');
  await page.keyboard.press('Escape');
  expect(await review.bar.innerText()).toMatch(/Apply approved…/);
  expect(await inspector.countPosted('applyPlan')).toBe(0);
  await review.press('Apply approved…');
  await review.answer('checkPlan');
  await review.press('Archive 6');
  expect(await review.bar.innerText()).toMatch(/Making a backup, then archiving 6 drawers…/);
  const { groups, rejectedDrawers, summaries } = await inspector.lastPosted('applyPlan');
  expect({ groups, rejected: [...rejectedDrawers].sort(), summaries }).toEqual({
    groups: ['g1', 'g2'],
    rejected: [...planDrawerIds.flaky, planDrawerIds.locks[1]].sort(),
    summaries: { g2: 'Locks lasted 30 minutes until 2025-07-26.' },
  });
  await review.answer('applyPlan', appliedPlan(now, [...planDrawerIds.flaky, planDrawerIds.locks[1]]), {
    applied: {
      ...report,
      archived: [...planDrawerIds.limits, planDrawerIds.locks[0], planDrawerIds.locks[2]],
      rejected: [...planDrawerIds.flaky, planDrawerIds.locks[1]],
    },
  });
  expect(await review.bar.innerText()).toMatch(/^Done\. 6 drawers archived.*4 drawers stay/);
  expect(await inspector.focusedText()).toBe('Undo');
  expect(await page.locator('.drawer input:enabled, textarea:not([readonly])').count()).toBe(0);
  await page.keyboard.press('Enter');
  await inspector.settle();
  await review.answer(
    'restorePlan',
    { ...samplePlan(now), state: 'restored' },
    {
      restored: {
        plan_id: report.plan_id,
        restored: [...planDrawerIds.limits],
        removed_summaries: ['s1'],
        archived_summaries: [{ drawer_id: 's2', reason: 'it was used or changed since' }],
        left: [{ drawer_id: planDrawerIds.flaky[0], reason: 'it is no longer in the palace' }],
        palace_revision: 41_209,
      },
    },
  );
  expect(await review.bar.innerText()).toMatch(
    /^Undone\. 4 drawers are back as they were, 1 summary is gone[^]*s2 is in the archive: it was used or changed since\.[^]*“Issue: overlap test fails in CI\.” is left as it is/,
  );
  await inspector.expectUnderstood();
});

test('rejecting everything is remembered with one question, too, and archives nothing', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show();
  await page.getByRole('button', { name: 'Approve none' }).click();
  await review.press('Keep 10 drawers…');
  await review.answer('checkPlan');
  await review.press('Keep 10 drawers');
  expect((await inspector.lastPosted('applyPlan')).groups).toEqual([]);
  await review.answer('applyPlan', samplePlan(now), {
    applied: {
      ...report,
      archived: [],
      rejected: samplePlan(now).drawers.map(({ drawer_id: id }) => id),
      backup: null,
    },
  });
  expect(await review.bar.innerText()).toMatch(/^Nothing was archived\. 10 drawers stay/);
});

test('an error stands in place with its code and what to do, and the decisions stay', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show();
  await page.getByRole('checkbox', { name: /Insight: 30 minutes/ }).uncheck();
  await review.press('Apply approved…');
  await review.answer('checkPlan');
  await review.press('Archive 9');
  await inspector.send({
    type: 'error',
    requestId: (await inspector.lastPosted('applyPlan')).requestId,
    code: 'E_DISK_FULL',
    message: 'The disk is full.',
    remedy: 'Free some space.',
  });
  expect(await review.bar.getByRole('alert').innerText()).toMatch(
    /^The disk is full\. Free some space\.\s+E_DISK_FULL/,
  );
  await review.press('Check again');
  await review.answer('checkPlan');
  expect(await review.bar.innerText()).toMatch(/^9 drawers archived/);
});

test('whoever decides on while a plan is applied hears of the outcome all the same', async ({
  inspectorAlone: inspector,
}) => {
  const { page } = inspector;
  const review = new ReviewTab(inspector);
  await page.clock.install();
  await review.show();
  await review.press('Apply approved…');
  await review.answer('checkPlan');
  await review.press('Archive 10');
  await page.getByRole('checkbox', { name: /Insight: 30 minutes/ }).uncheck();
  await page.clock.runFor(1000);
  expect(await inspector.countPosted('checkPlan')).toBe(1);
  await review.answer('applyPlan', appliedPlan(now, []), { applied: report });
  expect(await review.bar.innerText()).toMatch(/^Done\./);
});

test('a plan of an older revision says so, and names above the cards what dropped out; applying checks it first', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show();
  expect(await page.getByText('The palace has changed since').isVisible()).toBe(false);
  await inspector.send({ type: 'status', palace: { ...samplePalace, revision: 41_300 } });
  expect(await page.getByText('The palace has changed since').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Check again' }).click();
  await inspector.settle();
  await review.answer(
    'checkPlan',
    samplePlan(now, {
      revision_now: 41_300,
      dropped: [{ drawer_id: planDrawerIds.limits[3], group_id: 'g1', reason: 'it is pinned' }],
    }),
  );
  expect(await page.getByText('The palace has changed since').isVisible()).toBe(false);
  expect(await page.locator('.plan-dropped').innerText()).toMatch(
    /1 drawer dropped out[^]*Progress: load test of the limits\. · it is pinned/,
  );
  const above = present(await page.locator('.plan-dropped').boundingBox());
  const card = present(await page.locator('section.group').first().boundingBox());
  expect(above.y + above.height).toBeLessThanOrEqual(card.y + 1);
  expect(await page.getByRole('checkbox', { name: /Progress: load test/ }).isDisabled()).toBe(true);
  expect(await review.bar.innerText()).toMatch(/^9 drawers archived/);
});

test('decisions, own texts and opened drawers survive a reload; the plan is read again', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show();
  await page.getByRole('checkbox', { name: /Insight: 30 minutes/ }).uncheck();
  await page.getByRole('region', { name: 'Flaky' }).getByRole('textbox').fill('My own words.');
  await page.getByRole('button', { name: /^Insight: bursts/ }).click();
  await inspector.reload();
  await inspector.init({ commands: ['reviewCompaction'] });
  const asked = await inspector.lastPosted('checkPlan');
  expect([asked.planId, asked.rejectedDrawers]).toEqual([samplePlan(now).id, [planDrawerIds.locks[1]]]);
  await review.answer('checkPlan');
  expect(await page.getByRole('region', { name: 'Flaky' }).getByRole('textbox').inputValue()).toBe(
    'My own words.',
  );
  expect(await page.getByRole('region', { name: 'Flaky' }).locator('.summary-head').innerText()).toMatch(
    /you[^]*Back to the proposal/,
  );
  expect(await page.getByRole('button', { name: /^Insight: bursts/ }).getAttribute('aria-expanded')).toBe('true');
  expect(await review.bar.innerText()).toMatch(/^9 drawers archived/);
});
