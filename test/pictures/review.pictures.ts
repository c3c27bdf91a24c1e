import { makeQuiet, pictureFile, clear } from './quietWindow.ts';
import { planWorkspace } from '../e2e/host/planWorkspace.ts';
import { workbenchTest } from '../e2e/host/workbenchTest.ts';

const test = workbenchTest(planWorkspace);

test('forget: a plan is reviewed before anything is archived', async ({ workbench }) => {
  const { page, quickInput } = workbench;
  await makeQuiet(workbench);
  await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
  await quickInput.runCommand('Synapse Palace: Review Compaction…');
  await quickInput.choose('Summarize replaced, unused notes');
  const inspector = await workbench.webview('#inspector');
  await inspector.locator('section.group').first().waitFor();
  await clear(workbench);
  await page.screenshot({ path: pictureFile('review.png') });
});
