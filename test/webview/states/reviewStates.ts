import { samplePalace } from '../../fixtures/inspector/samplePalace.ts';
import { appliedPlan, contradictingPlan, planDrawerIds, samplePlan } from '../../fixtures/inspector/samplePlan.ts';
import type { InspectorPage } from '../host/inspectorPage.ts';
import { ReviewTab } from '../host/reviewTab.ts';
import type { State } from './state.ts';

const now = Date.now();
const decided = async (inspector: InspectorPage): Promise<void> => {
  await new ReviewTab(inspector).show();
  await inspector.page.getByRole('checkbox', { name: 'Insight: 30 minutes' }).click();
  await inspector.page.getByRole('button', { name: 'Insight: bursts are normal' }).click();
};
const asked = async (inspector: InspectorPage): Promise<void> => {
  await decided(inspector);
  await inspector.page.getByRole('button', { name: 'Apply approved…' }).click();
  await inspector.settle();
  await new ReviewTab(inspector).answer('checkPlan', samplePlan(now));
};
const appliedReport = {
  plan_id: samplePlan(now).id,
  summaries: [],
  archived: [
    ...planDrawerIds.limits.slice(1),
    ...planDrawerIds.locks.filter((id) => id !== planDrawerIds.locks[1]),
    ...planDrawerIds.flaky,
  ],
  rejected: [planDrawerIds.locks[1]],
  dropped: [{ drawer_id: planDrawerIds.limits[0], group_id: 'g1', reason: 'it is pinned' }],
  skipped_groups: [],
  characters_saved: 416,
  backup: 'backup',
  palace_revision: 41_208,
};

/** The review of a plan, by name. */
export const reviewStates: Readonly<Record<string, State>> = {
  review: decided,
  'review-none': async (inspector) => {
    await inspector.init({
      navigation: {
        tab: 'review',
        search: {
          query: '',
          profile: null,
          filter: {},
          k: null,
          explain: true,
          candidateTrace: false,
          dryRun: false,
        },
        history: [],
      },
      commands: ['reviewCompaction'],
    });
    await inspector.page.getByRole('tab', { name: 'Review' }).click();
  },
  'review-contradicting': async (inspector) => {
    await new ReviewTab(inspector).show(contradictingPlan(now));
  },
  'review-question': asked,
  'review-rewritten': async (inspector) => {
    await decided(inspector);
    await inspector.page.getByRole('button', { name: 'Apply approved…' }).click();
    await inspector.settle();
    await new ReviewTab(inspector).answer('checkPlan', samplePlan(now, { digest: 'rewritten' }));
  },
  'review-busy': async (inspector) => {
    await asked(inspector);
    await inspector.page.getByRole('button', { name: 'Archive 9' }).click();
    await inspector.settle();
  },
  'review-done': async (inspector) => {
    await asked(inspector);
    await inspector.page.getByRole('button', { name: 'Archive 9' }).click();
    await inspector.settle();
    await new ReviewTab(inspector).answer(
      'applyPlan',
      appliedPlan(now, [planDrawerIds.locks[1]], [planDrawerIds.limits[0]]),
      {
        applied: appliedReport,
      },
    );
  },
  'review-failed': async (inspector) => {
    await asked(inspector);
    await inspector.page.getByRole('button', { name: 'Archive 9' }).click();
    await inspector.settle();
    await inspector.send({
      type: 'error',
      requestId: (await inspector.lastPosted('applyPlan')).requestId,
      code: 'E_DISK_FULL',
      message: 'The disk is full. Nothing was written.',
      remedy: 'Free some space and try again.',
    });
  },
  'review-stale': async (inspector) => {
    const plan = samplePlan(now, {
      revision_now: 41_209,
      dropped: [
        { drawer_id: planDrawerIds.limits[3], group_id: 'g1', reason: 'it is pinned' },
        {
          drawer_id: planDrawerIds.flaky[0],
          group_id: 'g3',
          reason: 'last accessed 0 days ago, not more than 30',
        },
      ],
    });
    await new ReviewTab(inspector).show(plan);
    await inspector.send({ type: 'status', palace: { ...samplePalace, revision: 41_215 } });
  },
};
