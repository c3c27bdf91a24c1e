import { expect } from 'vitest';
import { translationMarks } from '../../../scripts/inspectorServer.mjs';
import { contradictingPlan, longPlan, planDrawerIds, samplePlan } from '../../fixtures/inspector/samplePlan.ts';
import { test } from '../host/reviewTest.ts';
import { foreignNodes, nothingForeign } from '../host/measurements.ts';
import { ReviewTab } from '../host/reviewTab.ts';

const now = Date.now();

test('what a summary leaves out follows each letter, and “Add sentence” puts the very sentence in', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show();
  const card = page.getByRole('region', { name: 'Rate limits' });
  const area = card.getByRole('textbox');
  await card.getByRole('button', { name: 'Progress: load test' }).click();
  expect(await card.locator('.diff:visible .lost-fact').allInnerTexts()).toEqual([
    '2025-04-02',
    '4',
    '1,200',
    'p99',
    '61',
  ]);
  expect(await card.locator('.diff:visible del').last().innerText()).toMatch(/^\.$| ms\./);
  await card.getByRole('button', { name: 'Add sentence with 1,200' }).click();
  expect(await area.inputValue()).toMatch(
    / Load tests of 2025-04-02 with 4 pods and 1,200 agents held p99 at 61 ms\.$/,
  );
  expect(await card.locator('.diff:visible .lost-fact').count()).toBe(0);
  expect(await card.locator('.verdict').innerText()).toMatch(/Leaves out 5 facts/);
  expect(await card.locator('.badge').innerText()).toBe('you');
  expect(await inspector.focusedText()).toMatch(/^Add sentence$/);
  await area.fill('Nothing.');
  expect(await card.locator('.verdict').innerText()).toMatch(/Leaves out 15 facts/);
  await area.fill('');
  expect(await card.locator('.problem').innerText()).toMatch(/Write a summary/);
  await area.fill('a'.repeat(8001));
  expect(await card.locator('.problem').innerText()).toMatch(/8,000 characters are allowed/);
  await card.getByRole('button', { name: 'Back to the proposal' }).click();
  expect(await area.inputValue()).toBe(samplePlan(now).groups[0]?.summary);
  expect(await card.locator('.verdict').innerText()).toMatch(/Leaves out 10 facts/);
});

test('who wrote a summary is said in the page’s language', async ({ openInspector }) => {
  const inspector = await openInspector({ language: 'marked' });
  const plan = samplePlan(now);
  const writers = ['extractive', 'language_model', 'caller'] as const;
  await new ReviewTab(inspector).show({
    ...plan,
    groups: plan.groups.map((group, index) => ({ ...group, writer: writers[index] ?? group.writer })),
  });
  const { start, end } = translationMarks;
  expect(await inspector.page.locator('.summary-head .badge').allTextContents()).toEqual(
    ['extractive', 'language model', 'agent'].map((text) => `${start}${text}${end}`),
  );
});

test('what a plan warns of, and why a drawer or a group is left out, is said in the page’s language', async ({
  openInspector,
}) => {
  const inspector = await openInspector({ language: 'marked' });
  const plan = samplePlan(now);
  await new ReviewTab(inspector).show({
    ...plan,
    warnings: ['Nothing could be grouped: no vectors are loaded.'],
    dropped: [{ drawer_id: planDrawerIds.limits[3], group_id: 'g1', reason: 'it is pinned' }],
  });
  const { start, end } = translationMarks;
  const { page } = inspector;
  expect(await page.locator('.plan-warnings').innerText()).toContain(
    `${start}Nothing could be grouped: no vectors are loaded.${end}`,
  );
  expect(await page.locator('.plan-dropped li').innerText()).toContain(`· ${start}it is pinned${end}`);
  const row = page.locator('.drawer .reason').filter({ hasText: 'it is pinned' });
  expect(await row.innerText()).toContain(`${start}it is pinned${end}`);
});

test('after a decision the palace is asked what the plan comes to, and a remade extract takes the place of the old', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show();
  await page.getByRole('checkbox', { name: /Insight: bursts/ }).uncheck();
  await inspector.waitForPosted('checkPlan');
  const asked = await inspector.lastPosted('checkPlan');
  expect(asked.rejectedDrawers).toEqual([planDrawerIds.limits[1]]);
  const plan = samplePlan(now);
  const remade = {
    ...plan,
    groups: plan.groups.map((group, index) =>
      index === 0 ? { ...group, summary: 'Remade without it.', left_out: [] } : group,
    ),
  };
  await review.answer('checkPlan', remade);
  expect(await page.getByRole('region', { name: 'Rate limits' }).getByRole('textbox').inputValue()).toBe(
    'Remade without it.',
  );
});

test('of a plan with 300 groups only the cards near the window are drawn, and Tab reaches into the next', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show(longPlan(300, now));
  expect(await page.locator('section.group').count()).toBe(300);
  expect(await page.locator('section.group textarea').count()).toBeLessThan(20);
  expect(await review.bar.innerText()).toMatch(/^900 drawers archived · 300 summaries/);
  await review.groupBox('Group 200').focus();
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => document.activeElement?.closest('section.group')?.getAttribute('aria-label')),
  ).toBe('Group 200');
  await page.getByRole('button', { name: 'Approve none' }).click();
  expect(await review.bar.innerText()).toMatch(/^0 drawers archived/);
});

test('texts of drawers, however hostile, stay text', async ({ review, inspector }) => {
  const { page } = inspector;
  const hostile = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script> 42';
  const plan = samplePlan(now, {
    warnings: [hostile],
    dropped: [{ drawer_id: planDrawerIds.limits[3], group_id: 'g1', reason: hostile }],
  });
  await review.show({
    ...plan,
    groups: plan.groups.map((group) => ({
      ...group,
      title: hostile,
      summary: hostile,
      shared: { kind: 'tag', name: hostile },
    })),
    drawers: plan.drawers.map((drawer) => ({
      ...drawer,
      title: hostile,
      text: hostile,
      replaced_by: { drawer_id: 'x', title: hostile },
    })),
  });
  for (const button of await page.locator('.drawer .disclose').all()) await button.click();
  expect(await page.evaluate(foreignNodes)).toEqual(nothingForeign);
});

test('a group whose notes contradict each other starts unapproved and names them, the newest first', async ({
  review,
  inspector,
}) => {
  await review.show(contradictingPlan(Date.now()));
  const card = inspector.page.getByRole('region', { name: 'Rate limits' });
  const list = card.getByRole('list', { name: 'Where the notes contradict each other' });
  const group = card.getByRole('checkbox', { name: /^Approve the group/ });
  expect(await group.isChecked()).toBe(false);
  expect(await card.locator('.disagreement').innerText()).toContain('Check the summary, then approve');
  const bar = inspector.page.locator('.apply-bar');
  expect(await bar.innerText()).toContain('1 group contradicts itself and is not approved');
  await group.check();
  await expect.poll(() => card.locator('.disagreement').innerText()).toContain('The newest leads');
  expect(await bar.innerText()).not.toContain('contradicts itself');
  expect(await list.innerText()).toMatch(/20 bookings[^]*not[^]*3 to 5 bookings/);
  await card.getByRole('checkbox', { name: /Archive “Insight: bursts/ }).uncheck();
  await expect.poll(() => list.isVisible()).toBe(false);
});
