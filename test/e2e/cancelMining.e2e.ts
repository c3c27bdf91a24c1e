import { expect } from 'vitest';
import { workbenchTest } from './host/workbenchTest.ts';

const files = 3000;
const paragraph = (file: number): string => `Ledger ${file}: crossing ${file * 31} left on time.\n`;
const test = workbenchTest(
  Object.fromEntries(
    Array.from({ length: files }, (_, file) => [`ledger/${file % 60}/${file}.md`, paragraph(file)]),
  ),
);

test('mining shows counts while it runs and stops when told to; mining again goes on from there', async ({
  workbench,
}) => {
  await workbench.quickInput.runCommand('Synapse Palace: Mine Workspace');
  const progress = await workbench.notifications.waitFor(/Filing: [\d,]+ of 3,000/);
  await progress.hover();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await workbench.statusBarEntries('Mining stopped').waitFor();
  expect(await workbench.notifications.holding('Mined the workspace').count()).toBe(0);

  const summary = await workbench.mine();
  const [, filed = '', unchanged = ''] = /([\d,]+) files filed.* ([\d,]+) unchanged/.exec(summary) ?? [];
  const count = (text: string) => Number(text.replaceAll(',', ''));
  expect(count(unchanged)).toBeGreaterThan(0);
  expect(count(filed) + count(unchanged)).toBe(files);
});
