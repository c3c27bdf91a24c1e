import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { IdempotentCalls } from '../../../../../extension/palace/calls/running/idempotency.ts';
import { palaceCall, palaceMethods } from '../../../../../extension/palace/contract/palaceApi.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { openPalaceStore } from '../../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../../../extension/palace/store/palaceStore.ts';
import { isoTime } from '../../../../../extension/palace/model/drawer/ids.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

const text = (n: number): string => `Berth ${n} takes ${n * 7} metres, said the harbour master on day ${n}.`;
const notesIn = async (palace: Palace): Promise<number> => (await palace.status({})).drawers.total;
const open = async (folder = temporaryFolder()): Promise<{ palace: Palace; again: () => Promise<Palace> }> => {
  let palace = await openPalace({ folder });
  onTestFinished(() => palace.close());
  return {
    palace,
    again: async () => {
      await palace.close();
      return (palace = await openPalace({ folder }));
    },
  };
};

describe('a call that is made again under its ID', () => {
  it('files a note once, and gives the first answer: from the same owner, from the next, and while it is under way', async () => {
    const { palace, again } = await open();
    const request = randomUUID();
    const note = { text: text(1), type: 'decision', allow_duplicate: true } as const;
    const [first, beside] = await Promise.all([palace.save(note, { request }), palace.save(note, { request })]);
    expect(beside.drawer_id).toBe(first.drawer_id);
    expect((await palace.save(note, { request })).drawer_id).toBe(first.drawer_id);
    const next = await again();
    expect(await next.save(note, { request })).toMatchObject({ drawer_id: first.drawer_id, saved: true });
    expect(await notesIn(next)).toBe(1);
    expect((await next.save(note, { request: randomUUID() })).drawer_id).not.toBe(first.drawer_id);
    expect(await notesIn(next)).toBe(2);
  });

  it('takes effect once and is not lost, although the owner’s clock jumps while it runs', async () => {
    const folder = temporaryFolder();
    const [hour, year] = [3_600_000, 365 * 86_400_000];
    let now = Date.parse('2026-03-01T12:00:00Z');
    const clock = () => new Date(now);
    const palace = await openPalace({ folder, clock });
    const firsts: (readonly [string, string | null])[] = [];
    for (const [n, jump] of [0, -hour, 2 * hour, -year, 3 * year, -2 * year, hour].entries()) {
      now += jump;
      const request = randomUUID();
      const first = await palace.save({ text: text(n), type: 'decision', allow_duplicate: true }, { request });
      firsts.push([request, first.drawer_id]);
    }
    const repeat = async (owner: Palace): Promise<void> => {
      for (const [n, [request, id]] of firsts.entries())
        expect(
          (await owner.save({ text: text(n), type: 'decision', allow_duplicate: true }, { request })).drawer_id,
        ).toBe(id);
      expect(await notesIn(owner)).toBe(firsts.length);
      expect((await owner.list({ limit: 100 })).drawers).toHaveLength(firsts.length);
      expect((await owner.verify({})).ok).toBe(true);
    };
    now += year;
    await repeat(palace);
    now -= 2 * year;
    await repeat(palace);
    await palace.close();
    now += hour;
    const next = await openPalace({ folder, clock });
    await repeat(next);
    await next.close();
  });

  it('does not undo what others did in between', async () => {
    const { palace } = await open();
    const { drawer_id: id } = await palace.save({ text: text(2), type: 'insight' });
    const request = randomUUID();
    const pin = { drawer_ids: [id ?? ''], pinned: true };
    const first = await palace.update(pin, { request });
    await palace.update({ ...pin, pinned: false });
    expect(await palace.update(pin, { request })).toEqual(first);
    expect((await palace.show({ drawer_id: id ?? '' })).pinned).toBe(false);
    expect(await palace.update(pin, { request: randomUUID() })).toMatchObject({ updated: 1 });
  });

  it('edits a note once, although it was edited again since', async () => {
    const { palace } = await open();
    const { drawer_id: id } = await palace.save({ text: text(3), type: 'insight' });
    const request = randomUUID();
    const first = await palace.editNote({ drawer_id: id ?? '', text: text(4) }, { request });
    await palace.editNote({ drawer_id: first.drawer_id, text: text(5) });
    expect(await palace.editNote({ drawer_id: id ?? '', text: text(4) }, { request })).toEqual(first);
  });

  it('brings back from the archive once; of a batch in several transactions it goes on with what is left', async () => {
    const { palace, again } = await open();
    const ids: string[] = [];
    for (let n = 0; n < 120; n++)
      ids.push(
        (await palace.save({ text: text(100 + n), type: 'insight', allow_duplicate: true })).drawer_id ?? '',
      );
    await palace.update({ drawer_ids: ids, archived: true });
    const {
      batches: [batch],
    } = await palace.archiveBatches({});
    const request = randomUUID();
    const first = await palace.restore({ batch: batch?.batch ?? '' }, { request });
    expect(first.restored).toHaveLength(120);
    expect(await (await again()).restore({ batch: batch?.batch ?? '' }, { request })).toEqual(first);
    await expect(
      (await again()).restore({ batch: batch?.batch ?? '' }, { request: randomUUID() }),
    ).rejects.toMatchObject({ code: 'E_USAGE' });
  });

  it('keeps, applies and undoes one plan', async () => {
    const { palace, again } = await open();
    const ids: string[] = [];
    for (const n of [6, 7])
      ids.push(
        (
          await palace.save({
            text: `${text(n)} It was agreed in spring.`,
            type: 'decision',
            allow_duplicate: true,
          })
        ).drawer_id ?? '',
      );
    const [plan, apply, restore] = [randomUUID(), randomUUID(), randomUUID()];
    const made = await palace.makePlan({ drawer_ids: ids }, { request: plan });
    const planId = made.plan?.id ?? '';
    expect((await palace.makePlan({ drawer_ids: ids }, { request: plan })).plan?.id).toBe(planId);
    expect((await palace.plans({})).plans).toHaveLength(1);
    const applied = await palace.applyPlan({ plan_id: planId, groups: ['g1'] }, { request: apply });
    expect(applied.archived.toSorted()).toEqual(ids.toSorted());
    const next = await again();
    expect(await next.applyPlan({ plan_id: planId, groups: ['g1'] }, { request: apply })).toEqual({
      ...applied,
      palace_revision: next.revision(),
    });
    const restored = await next.undoPlan({ plan_id: planId }, { request: restore });
    expect(await next.undoPlan({ plan_id: planId }, { request: restore })).toEqual(restored);
    await expect(next.undoPlan({ plan_id: planId })).rejects.toMatchObject({ code: 'E_PLAN' });
  });

  it('that failed is carried out when it is made again', async () => {
    const { palace } = await open();
    const request = randomUUID();
    await expect(
      palace.update({ drawer_ids: ['none'], superseded_by: 'nobody' }, { request }),
    ).rejects.toMatchObject({ code: 'E_SUPERSEDE' });
    expect(await palace.update({ drawer_ids: ['none'], pinned: true }, { request })).toEqual({
      updated: 0,
      unchanged: 0,
      missing: ['none'],
    });
  });
});

it('calls that were carried out are forgotten beyond the newest ten thousand, and after a week, but for the last ones', async () => {
  const store = await openPalaceStore({ folder: temporaryFolder(), sqliteWasm });
  onTestFinished(() => store.close());
  const before = store.revision;
  const put = (from: number, to: number, at: string): Promise<void> =>
    store.write((transaction) => {
      for (let n = from; n < to; n++) transaction.putRequest(`call ${n}`, '[]', isoTime(at));
    });
  await put(1, 600, '2026-01-01T00:00:00Z');
  expect(store.read.request('call 1')).toBe('[]');
  await put(600, 1001, '2026-02-01T00:00:00Z');
  // The last ones are known whatever the time: the clock may have been set ahead between a call and its repetition.
  expect([1, 500, 501, 1000].map((n) => store.read.request(`call ${n}`))).toEqual([
    undefined,
    undefined,
    '[]',
    '[]',
  ]);
  await put(1001, 11_001, '2026-02-01T00:00:00Z');
  expect([1000, 1001, 11_000].map((n) => store.read.request(`call ${n}`))).toEqual([undefined, '[]', '[]']);
  expect(store.revision).toBe(before);
});

it('every call says what making it again does, and the long ones need no ID', async () => {
  for (const name of palaceMethods) {
    const call = await palaceCall(name);
    expect(['read', 'repeatable', 'once'], name).toContain(call.again);
    if ('progress' in call) expect(call.again, name).not.toBe('once');
  }
});

it('a call of many steps keeps each of them once, and resumes after what an earlier version kept', async () => {
  const store = await openPalaceStore({ folder: temporaryFolder(), sqliteWasm });
  const id = randomUUID();
  await store.write((transaction) => transaction.putRequest(id, '["first","second"]', isoTime(0)));
  const written: number[] = [];
  const measured: PalaceStore['write'] = (work) =>
    store.write((transaction) =>
      work({
        ...transaction,
        putRequest: (request, answer, at) => {
          written.push(answer.length);
          transaction.putRequest(request, answer, at);
        },
      }),
    );
  const calls = new IdempotentCalls(
    { read: store.read, health: store.health, write: measured } as PalaceStore,
    () => new Date(),
  );
  const goOn = (more: readonly string[]) =>
    calls.inSteps(id, z.string(), async (own, earlier) => {
      for (const step of more) await own.write(() => step);
      return earlier;
    });
  const steps = Array.from({ length: 30 }, (_, step) => `${step} `.padEnd(100, 'x'));
  expect(await goOn(steps)).toEqual(['first', 'second']);
  expect(Math.max(...written)).toBe(104);
  expect(await goOn(['last'])).toEqual(['first', 'second', ...steps]);
  expect(await goOn([])).toEqual(['first', 'second', ...steps, 'last']);
  await store.close();
});
