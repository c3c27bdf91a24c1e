import { expect } from 'vitest';
import { replacedResult } from '../../fixtures/inspector/hardResults.ts';
import { sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { test } from '../host/inspectorTest.ts';

const now = Date.now();

test('a replaced note says by what, and leads there', async ({ inspector }) => {
  const { page } = inspector;
  const result = replacedResult(now);
  await inspector.start(result);
  expect(await page.locator('.result').first().locator('.why').textContent()).toMatch(
    /Replaced by “A lock per berth and tide” · 4 of 4 words/,
  );
  await page.locator('.row-button').first().click();
  expect(await page.locator('body').textContent()).not.toContain('SUPERSEDED');
  await page.getByRole('button', { name: 'Replaced by “A lock per berth and tide”', exact: true }).click();
  expect((await inspector.lastPosted('openSource')).drawerId).toBe(result.results[0]?.replaced_by?.drawer_id);
});

test('what has the place of a note that it replaces says of which, and leads there', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  const [first, ...others] = result.results;
  if (first === undefined) throw new Error('The sample has no results.');
  const old = { drawer_id: 'drawer_old', title: 'Fifty requests a minute' };
  const lifted = { ...first, in_place_of: old, annotations: ['Replaces drawer_old'] };
  await inspector.start({ ...result, results: [lifted, ...others] });
  const row = page.locator('li.result').first();
  expect(await row.locator('.why').innerText()).toContain('In place of “Fifty requests a minute”');
  await row.locator('.row-button').click();
  expect(await row.getByText('Replaces drawer_old').count()).toBe(0);
  await row.getByRole('button', { name: 'In place of “Fifty requests a minute”' }).click();
  expect((await inspector.lastPosted('openSource')).drawerId).toBe('drawer_old');
});

test('a part of a long note says which one, and leads to the note', async ({ inspector }) => {
  const { page } = inspector;
  const result = sampleResult(now);
  const part_of = { drawer_id: 'drawer_rules', title: 'Rules of the harbour', part: 8, parts: 30 };
  await inspector.start({ ...result, results: result.results.map((hit) => ({ ...hit, part_of })) });
  const row = page.locator('li.result').first();
  expect(await row.locator('.place').innerText()).toContain('part 8 of 30');
  await row.locator('.row-button').click();
  await row.getByRole('button', { name: 'Part 8 of 30 of “Rules of the harbour”' }).click();
  expect((await inspector.lastPosted('openSource')).drawerId).toBe('drawer_rules');
});

test('what the profile leaves out as replaced, and what is archived, is shown on request', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.start({ ...sampleResult(now), replaced_left_out: 2, archived_matches: 3 });
  await page.getByRole('button', { name: 'Show 2 replaced' }).click();
  expect((await inspector.lastPosted('search')).search.overrides).toEqual({ supersede_action: 'demote' });
  await page.getByRole('button', { name: 'Show 3 archived' }).click();
  expect((await inspector.lastPosted('search')).search.filter).toEqual({ includeArchived: true });
});
