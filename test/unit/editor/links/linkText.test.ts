import { expect, it } from 'vitest';
import { linkText } from '../../../../extension/editor/links/linkText.ts';
import { hitText } from '../../../../extension/editor/search/hitText.ts';
import { changedSources } from '../../../../extension/editor/source/changedSources.ts';
import { statusRows } from '../../../../extension/editor/status/statusRows.ts';
import { sampleResult } from '../../../fixtures/inspector/sampleResults.ts';
import { statusOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const state = {
  name: 'gateway',
  folder: '/palaces/gateway',
  workspace: null,
  agents: false,
  reachable: true,
  problem: null,
  drawers: 1,
  bytes: 2048,
  model: 'all-MiniLM',
};

it('a linked palace is shown with where it is, its size and model, or why it can’t be searched', () => {
  expect(linkText(state, english)).toEqual({
    label: 'gateway',
    description: '/palaces/gateway',
    detail: '1 drawer · 2.0 kB · all-MiniLM · agents don’t find it',
  });
  const gone = {
    ...state,
    workspace: '/projects/gateway',
    agents: true,
    reachable: false,
    problem: 'It is gone.',
  };
  expect(linkText({ ...gone, drawers: null, bytes: null, model: null }, english)).toMatchObject({
    description: '/projects/gateway',
    detail: 'Can’t be searched: It is gone. · agents find it, too',
  });
});

it('the status names the links, if there are any', () => {
  expect(statusRows(statusOf(1), english).some(({ action }) => action === 'links')).toBe(false);
  expect(statusRows(statusOf(1), english, ['gateway', 'docs']).at(-1)).toMatchObject({
    detail: 'gateway · docs',
    action: 'links',
  });
});

it('a result of a linked palace says so, and is not compared with a file of this workspace', async () => {
  const [sample] = sampleResult(0).results;
  if (sample === undefined) return expect.unreachable();
  const hit = { ...sample, palace: 'gateway', type: 'file', source_file: 'src/a.ts' };
  expect(hitText(hit, [], english).detail).toMatch(/^in gateway · src\/a\.ts/u);
  const read = (): Promise<Uint8Array | null> => Promise.resolve(new TextEncoder().encode('another text'));
  expect(await changedSources([hit], read, () => undefined, new AbortController().signal)).toEqual(new Set());
  const own = { ...hit, palace: undefined };
  expect((await changedSources([own], read, () => undefined, new AbortController().signal)).size).toBe(1);
  return undefined;
});
