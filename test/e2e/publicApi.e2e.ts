import { expect } from 'vitest';
import { sampleWorkspace } from './host/sampleWorkspace.ts';
import type { Workbench } from './host/workbench.ts';
import { workbenchTest } from './host/workbenchTest.ts';

const test = workbenchTest(() => sampleWorkspace());

/** What the other extension's command shows. */
const outcomeOf = async ({ quickInput, notifications }: Workbench, command: string): Promise<unknown> => {
  await quickInput.runCommand(`Palace Watcher: ${command}`);
  const shown = await (await notifications.waitFor(/Watched: /)).innerText();
  return JSON.parse(/Watched: (.*)/.exec(shown)?.[1] ?? 'null') as unknown;
};

test('another extension is told why it gets no answer before there is a palace', async ({ workbench }) => {
  await workbench.sideBar.entry.waitFor();
  expect(await outcomeOf(workbench, 'Watch a Search')).toEqual({
    error: 'E_PALACE_NOT_FOUND This workspace has no memory yet.',
  });
  await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
});

test('another extension searches, replays and watches, and its failing hook changes nothing', async ({
  workbench,
}) => {
  await workbench.mine();
  expect(await outcomeOf(workbench, 'Watch a Search')).toEqual({
    results: expect.any(Number),
    guard: [expect.any(Boolean)],
    selections: 1,
    everyScoreAddsUp: true,
    hooksChangeNothing: true,
    replayIsTheSame: true,
  });
  await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
});

test('what is not there is refused with a code', async ({ workbench }) => {
  expect(await outcomeOf(workbench, 'Ask for What Is Not There')).toEqual(['E_USAGE', 'E_USAGE', 'E_REPLAY']);
});
