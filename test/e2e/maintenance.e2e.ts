import { waitForNotification } from './host/messages.ts';
import { mineFromPalette } from './host/mineWorkspace.ts';
import { runCommand } from './host/quickInput.ts';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());

test('maintenance of a fresh palace says that nothing has aged, and that no issue has recurred', async ({
  workbench,
}) => {
  const { page } = workbench;
  await mineFromPalette(page);
  await runCommand(page, 'Synapse Palace: Run Maintenance…');
  await waitForNotification(page, 'Nothing has aged');
  await runCommand(page, 'Synapse Palace: Resolve Recurring Issue…');
  await waitForNotification(page, 'No issue has recurred so far');
});
