import { sampleWorkspace } from './host/sampleWorkspace.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());

test('maintenance of a fresh palace says that nothing has aged, and that no issue has recurred', async ({
  workbench,
}) => {
  await workbench.mine();
  await workbench.quickInput.runCommand('Synapse Palace: Run Maintenance…');
  await workbench.notifications.waitFor('Nothing has aged');
  await workbench.quickInput.runCommand('Synapse Palace: Resolve Recurring Issue…');
  await workbench.notifications.waitFor('No issue has recurred so far');
});
