import { describe, expect, it } from 'vitest';
import { ArchiveContents, pageSizeOf } from '../../../../extension/editor/archive/archiveContents.ts';
import { archiveKey, type ArchiveNode } from '../../../../extension/editor/archive/archiveNode.ts';
import { planLabel } from '../../../../extension/editor/archive/archiveText.ts';
import { sharedText } from '../../../../extension/palace/contract/memory/sharedText.ts';
import { reasonText } from '../../../../extension/editor/memory/archiveReason.ts';
import { pageSize } from '../../../../extension/editor/memory/shownRows.ts';
import type { Localiser } from '../../../../extension/editor/platform/localiser.ts';
import { oldLimits, planPalace, races3 } from '../../../fixtures/palaces/planPalace.ts';
import { truthHash } from '../../../fixtures/treeHash.ts';
import { apiOf, drawerOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const plan = {
  id: 'p',
  state: 'proposed',
  kind: 'compaction',
  proposed_by: 'person',
  created_at: '2026-03-01T12:00:00.000Z',
  profile: 'default',
  palace_revision: 1,
  groups: 1,
  would_archive: 1,
  would_create_summaries: 1,
  archived: 0,
} as const;
const kindsOf = (nodes: readonly ArchiveNode[]): string[] => nodes.map(({ kind }) => kind);

describe('what the Archive & plans view holds', () => {
  it('is every plan with its state and groups, and the archive by reason; looking at all of it writes nothing', async () => {
    const { palace, folder } = await planPalace();
    const { plan: compaction } = await palace.compact({});
    await palace.makePlan({ drawer_ids: races3 });
    const applied = await palace.applyPlan({ plan_id: compaction?.id ?? '' });
    await palace.update({ drawer_ids: ['tide'], archived: true });
    await palace.checkDuplicate({ text: 'settled' });
    const contents = new ArchiveContents();
    const before = truthHash(folder);
    const keys: string[] = [];
    const walk = async (node: ArchiveNode | undefined): Promise<readonly ArchiveNode[]> => {
      const children = await contents.children(palace, node);
      keys.push(...children.map(archiveKey));
      for (const child of children) await walk(child);
      return children;
    };
    const top = await walk(undefined);
    expect(truthHash(folder)).toEqual(before);
    expect(new Set(keys).size).toBe(keys.length);
    expect(top).toMatchObject([
      { kind: 'plans', count: 2 },
      { kind: 'reason', reason: 'consolidated', count: 4 },
      { kind: 'reason', reason: 'by_hand', count: 1 },
    ]);
    const plans = await contents.children(palace, top[0]);
    expect(plans.map((node) => node.kind === 'plan' && node.plan.state).sort()).toEqual(['applied', 'proposed']);
    const of = async (state: string) =>
      contents.children(
        palace,
        (
          await contents.children(
            palace,
            plans.find((node) => node.kind === 'plan' && node.plan.state === state),
          )
        )[0],
      );
    expect(
      (await of('applied')).map((node) => node.kind === 'drawer' && [node.drawer.drawer_id, node.summary]),
    ).toEqual([[applied?.summaries[0]?.drawer_id, true], ...oldLimits.map((id) => [id, false])]);
    expect((await of('proposed')).map((node) => node.kind === 'drawer' && node.drawer.drawer_id)).toEqual(races3);
    await palace.close();
  });

  it('lists what maintenance archived by batch, each with its drawers', async () => {
    const { palace } = await planPalace();
    await palace.save({ text: 'Half of the parser is done.', type: 'progress', filed_at: '2026-01-01T00:00:00Z' });
    const { batch } = await palace.maintain({});
    const contents = new ArchiveContents();
    const [reason] = await contents.children(palace, undefined);
    const [first, ...others] = await contents.children(palace, reason);
    expect([reason, first, others]).toMatchObject([
      { kind: 'reason', reason: 'maintenance' },
      { kind: 'batch', batch: { batch } },
      [],
    ]);
    expect((await contents.children(palace, first)).length).toBe(
      first?.kind === 'batch' ? first.batch.drawers : -1,
    );
    await palace.close();
  });

  it('shows a long list page by page, and says how many are left', async () => {
    const total = 450;
    const contents = new ArchiveContents();
    const api = apiOf({
      archived: ({ cursor, limit = 100 }) => {
        const start = Number(cursor ?? 0);
        const end = Math.min(total, start + limit);
        return Promise.resolve({
          drawers: Array.from({ length: end - start }, (_, index) => drawerOf(start + index)),
          next: end < total ? String(end) : null,
        });
      },
    });
    const reason: ArchiveNode = {
      kind: 'reason',
      reason: 'by_hand',
      count: total,
      latest: '2026-03-01T12:00:00.000Z',
    };
    for (const shown of [pageSize, 2 * pageSize]) {
      const children = await contents.children(api, reason);
      expect(children).toHaveLength(shown + 1);
      expect(children.at(-1)).toMatchObject({ kind: 'more', left: total - shown });
      contents.askForMore({ reason: 'by_hand' });
    }
    const all = await contents.children(api, reason);
    expect([all.length, kindsOf(all).includes('more')]).toEqual([total, false]);
  });

  it('offers as many more as it then shows', async () => {
    const plans = Array.from({ length: 120 }, (_, index) => ({ ...plan, id: `p${index}` }));
    const api = apiOf({ plans: () => Promise.resolve({ plans, palace_revision: 1 }) });
    const contents = new ArchiveContents();
    const shown = async (): Promise<number> =>
      kindsOf(await contents.children(api, { kind: 'plans', count: 120 })).filter((kind) => kind === 'plan')
        .length;
    const before = await shown();
    contents.askForMore('plans');
    expect((await shown()) - before).toBe(pageSizeOf('plans'));
    expect(pageSizeOf({ reason: 'by_hand' })).toBe(pageSize);
  });

  it('is nothing where nothing is archived and no plan was made, so that the welcome text shows', async () => {
    const { palace } = await planPalace();
    expect(await new ArchiveContents().children(palace, undefined)).toEqual([]);
    await palace.close();
  });
});

describe('the words of the archive', () => {
  it('name known reasons, and leave those that somebody wrote as they are', () => {
    expect(reasonText('maintenance', english)).toBe('Archived by maintenance');
    expect(reasonText('said twice', english)).toBe('said twice');
  });

  it('say what the drawers of a group share in the display language, also if a person named them', () => {
    const marked: Localiser = { ...english, t: (message, ...values) => english.t(`[${message}]`, ...values) };
    expect(sharedText({ kind: 'tag', name: 'races' }, marked.t)).toBe('[tag races]');
    expect(sharedText({ kind: 'room', name: 'notes/docs' }, marked.t)).toBe('[room notes/docs]');
    expect(sharedText({ kind: 'asked', name: 'named by hand' }, marked.t)).toBe('[named by hand]');
  });

  it('count one thing as one', () => {
    expect(planLabel(plan, english)).toBe('Compaction: 1 group, 1 drawer');
    expect(planLabel({ ...plan, groups: 2, would_archive: 1500 }, english)).toBe(
      'Compaction: 2 groups, 1,500 drawers',
    );
  });
});
