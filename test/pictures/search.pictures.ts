import { writeGif, type Frame } from './animation.ts';
import { clear, makeQuiet, pictureFile } from './quietWindow.ts';
import { sampleWorkspace } from '../e2e/host/sampleWorkspace.ts';
import { workbenchTest } from '../e2e/host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());
const query = 'repeat a failed call with exponential backoff';
const frames: Frame[] = [];

test('ask: results as one types', async ({ workbench }) => {
  const { page, quickInput } = workbench;
  await makeQuiet(workbench);
  await workbench.mine();
  await workbench.sideBar.show();
  await workbench.sideBar.memory.expand(/^ferry/);
  await clear(workbench);
  const shoot = async (ms: number): Promise<void> => void frames.push({ png: await page.screenshot(), ms });

  await shoot(600);
  await quickInput.runCommand('Synapse Palace: Search Memory');
  for (const words of [1, 3, 5, 7]) {
    await quickInput.type(query.split(' ').slice(0, words).join(' '));
    if (words === 7) await quickInput.rows('retry.js').first().waitFor();
    await shoot(words === 7 ? 1800 : 350);
  }
  await page.screenshot({ path: pictureFile('search.png') });

  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'retry.js' }).waitFor();
  await workbench.passageShown();
  await shoot(1800);
});

test('why: the inspector shows how each result got its score', async ({ workbench }) => {
  const { page, quickInput } = workbench;
  await quickInput.runCommand('View: Close All Editors');
  await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
  const inspector = await workbench.explainRanking(query, 'retry.js');
  const first = inspector.locator('li.result', { hasText: 'retry.js' }).first();
  await first.waitFor();
  frames.push({ png: await page.screenshot(), ms: 1800 });
  await first.locator('.row-button').click();
  await first.locator('table.staircase').first().waitFor();
  await first.locator('table.staircase tr.total').first().scrollIntoViewIfNeeded();
  frames.push({ png: await page.screenshot(), ms: 3500 });
  await page.screenshot({ path: pictureFile('why.png') });
  await writeGif(pictureFile('ask-open-why.gif'), page, frames);
});
