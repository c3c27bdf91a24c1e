import { expect } from 'vitest';
import { samplePlan } from '../../fixtures/inspector/samplePlan.ts';
import { test } from '../host/reviewTest.ts';

const now = Date.now();

test('without a plan it says what to do, and its button makes one', async ({ inspector }) => {
  await inspector.init({ commands: ['reviewCompaction'] });
  await inspector.page.getByRole('tab', { name: 'Review' }).click();
  await inspector.page.getByRole('button', { name: 'Make a plan…' }).click();
  expect(await inspector.lastPosted('runCommand')).toEqual({ type: 'runCommand', command: 'reviewCompaction' });
});

test('a plan that is shown brings its tab to the front, with everything approved and nothing sent', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  await review.show();
  expect(await page.getByRole('tab', { selected: true }).textContent()).toMatch(/^Review3$/);
  expect(await page.locator('.drawer input:checked').count()).toBe(10);
  expect(await review.bar.innerText()).toMatch(
    /^10 drawers archived · 3 summaries · \d+ characters saved · 13 facts left out/,
  );
  expect((await inspector.posted()).filter(({ type }) => type.endsWith('Plan'))).toEqual([]);
});

test('decisions wait while another plan is looked at, and the plan is then checked with them', async ({
  review,
  inspector,
}) => {
  await review.show();
  const first = inspector.page.locator('.drawer input').first();
  await first.uncheck();
  const summary = inspector.page.locator('textarea').first();
  await summary.fill('In my own words.');
  const other = { ...samplePlan(now), id: 'another' };
  await inspector.send({ type: 'showPlan', plan: other, applied: null, restored: null });
  expect(await first.isChecked()).toBe(true);
  expect(await summary.inputValue()).not.toBe('In my own words.');
  await review.show();
  expect(await first.isChecked()).toBe(false);
  expect(await summary.inputValue()).toBe('In my own words.');
  expect((await inspector.lastPosted('checkPlan')).rejectedDrawers).toHaveLength(1);
});

test('a group’s box has three states, and a rejected drawer says for how long', async ({ review, inspector }) => {
  const { page } = inspector;
  await review.show();
  const box = review.groupBox('Fixed locks, before leases');
  const state = () =>
    box.evaluate(({ checked, indeterminate }: HTMLInputElement) =>
      indeterminate ? 'some' : checked ? 'all' : 'none',
    );
  const drawers = page.getByRole('region', { name: 'Fixed locks' }).locator('.drawer input');
  await drawers.nth(1).uncheck();
  expect(await state()).toBe('some');
  expect(await page.locator('.drawer.rejected .reason').innerText()).toMatch(/not proposed again for 30 days/);
  await box.click();
  expect(await state()).toBe('all');
  await box.click();
  expect(await state()).toBe('none');
  expect(await page.locator('.drawer.rejected').count()).toBe(3);
  expect(await review.bar.innerText()).toMatch(/^7 drawers archived · 2 summaries/);
  await page.getByRole('button', { name: 'Approve none' }).click();
  expect(await review.bar.innerText()).toMatch(/Keep 10 drawers…/);
  await page.getByRole('button', { name: 'Approve all' }).click();
  expect(await review.bar.innerText()).toMatch(/^10 drawers archived/);
});

test('drawers of two files of one name are told apart by folder, all others have short names', async ({
  review,
  inspector,
}) => {
  const plan = samplePlan(now);
  const titles = ['src/tide/table.ts:5–9', 'docs/tide/table.ts:5–9', 'src/tide/gauge.ts:1–4'];
  await review.show({
    ...plan,
    // Consolidation asks for no threshold, so a use of some days ago has not fallen below one.
    settings: { ...plan.settings, decay_enabled: true },
    candidates: plan.candidates.map((each) => ({ ...each, action: 'consolidate', ltp_score: 0.9 })),
    drawers: plan.drawers.map((drawer, index) => ({ ...drawer, title: titles[index] ?? drawer.title })),
  });
  const text = await inspector.page.locator('#panel').innerText();
  for (const name of ['src/tide/table.ts:5–9', 'docs/tide/table.ts:5–9']) expect(text).toContain(name);
  const curves = inspector.page.locator('.decay');
  expect(await curves.first().getAttribute('aria-label')).not.toContain('threshold');
  expect(text).toMatch(/(?<!\/)gauge\.ts:1–4/);
});

test('one drawer alone is not summarised, and the group says so', async ({ review, inspector }) => {
  const { page } = inspector;
  await review.show();
  for (const index of [0, 1])
    await page.getByRole('region', { name: 'Fixed locks' }).locator('.drawer input').nth(index).uncheck();
  expect(await page.locator('.problem:visible').innerText()).toMatch(/at least two drawers/);
  expect(await review.bar.innerText()).toMatch(/^7 drawers archived · 2 summaries.*1 group can’t be applied/);
});

test('another plan begins with nothing decided', async ({ review, inspector }) => {
  const { page } = inspector;
  await review.show();
  await page.getByRole('button', { name: 'Approve none' }).click();
  await inspector.send({
    type: 'showPlan',
    plan: samplePlan(now, { id: 'plan-other' }),
    applied: null,
    restored: null,
  });
  expect(await review.bar.innerText()).toMatch(/^10 drawers archived/);
});

test('an open drawer offers to be erased for good; once it is, the page shows and keeps nothing of the plan', async ({
  review,
  inspector,
}) => {
  const { page } = inspector;
  const plan = samplePlan(now);
  const [first] = plan.groups[0]?.drawer_ids ?? [];
  await review.show(plan);
  await page.locator('.drawer .disclose').first().click();
  const kept = () =>
    page.evaluate(
      () => sessionStorage[`state of session ${new URLSearchParams(location.search).get('session')}`] as string,
    );
  expect(await kept()).toContain(plan.id);
  await page.getByRole('button', { name: /^Erase for Good… ./ }).click();
  expect(await inspector.lastPosted('eraseDrawer')).toEqual({ type: 'eraseDrawer', drawerId: first });
  await inspector.send({ type: 'erased' });
  await page.getByRole('heading', { name: 'There is no plan to review.' }).waitFor();
  expect(await page.locator('.drawer').count()).toBe(0);
  expect(await kept()).not.toContain(plan.id);
});

test('what gets the focus is never below the bar that applies the plan', async ({ review, inspector }) => {
  const { page } = inspector;
  await page.setViewportSize({ width: 700, height: 420 });
  await review.show();
  const covered = await page.evaluate(() => {
    const bar = document.querySelector('.apply-bar');
    return [...document.querySelectorAll<HTMLElement>('#panel button, #panel input')]
      .filter((control) => bar?.contains(control) === false)
      .flatMap((control) => {
        control.focus();
        const { top = 0 } = bar?.getBoundingClientRect() ?? {};
        return control.getBoundingClientRect().bottom > top ? [control.ariaLabel ?? control.textContent] : [];
      });
  });
  expect(covered).toEqual([]);
});
