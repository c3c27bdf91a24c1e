import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { CallOptions } from '../../../../extension/palace/contract/palaceApi.ts';
import { planOf } from '../../../fixtures/planCalls.ts';
import { oldLimits, planPalace } from '../../../fixtures/palaces/planPalace.ts';

type Progress = Parameters<NonNullable<CallOptions['onProgress']>>[0];

/** A palace with a plan of one group, and what applying it gives if it is cancelled at the first progress that is `told`. */
const begun = async () => {
  const { palace, folder } = await planPalace();
  const { id } = await planOf(palace);
  const backups = (): readonly string[] => {
    const place = path.join(folder, 'backups');
    return existsSync(place) ? readdirSync(place) : [];
  };
  const applied = (told: (progress: Progress) => boolean) => {
    const abort = new AbortController();
    const onProgress = (progress: Progress): void => {
      if (told(progress)) abort.abort();
    };
    return palace.applyPlan({ plan_id: id }, { signal: abort.signal, onProgress });
  };
  const state = async () => (await palace.evaluatePlan({ plan_id: id })).plan.state;
  return { palace, id, backups, applied, state };
};

it('a plan whose application is cancelled before the change begins changes nothing, and can be applied later', async () => {
  const { palace, id, backups, applied, state } = await begun();
  const before = palace.revision();
  const cancelled = { code: 'E_CANCELLED', message: 'Applying the plan was cancelled; nothing was changed.' };
  const aborted = AbortSignal.abort();
  await expect(palace.applyPlan({ plan_id: id }, { signal: aborted })).rejects.toMatchObject(cancelled);
  await expect(applied(({ stage }) => stage === 'copying')).rejects.toMatchObject(cancelled);
  expect(backups()).toEqual([]);
  await expect(applied(({ stage, done }) => stage === 'applying' && done === 0)).rejects.toMatchObject(cancelled);
  expect([palace.revision(), await state()]).toEqual([before, 'proposed']);
  expect(await applied(() => false)).toMatchObject({ archived: oldLimits });
  expect(await state()).toBe('applied');
  await palace.close();
});

it('once the change is made, a cancellation comes too late, and the answer says what was done', async () => {
  const { palace, applied, state } = await begun();
  const seen: string[] = [];
  const report = await applied(({ stage, done, total }) => {
    seen.push(stage);
    return stage === 'applying' && done === total;
  });
  expect(report).toMatchObject({ archived: oldLimits, backup: expect.any(String) });
  expect([...new Set(seen)]).toEqual(['copying', 'applying']);
  expect(await state()).toBe('applied');
  await palace.close();
});
