import type { Locator } from 'playwright-core';
import type { PlanView } from '../../../extension/palace/contract/memory/planSchemas.ts';
import type { HostMessage } from '../../../extension/protocol/inspectorMessages.ts';
import { samplePlan } from '../../fixtures/inspector/samplePlan.ts';
import type { InspectorPage } from './inspectorPage.ts';

type PlanAnswer = Extract<HostMessage, { readonly type: 'plan' }>;

/** The inspector's review of a plan. */
export class ReviewTab {
  constructor(readonly inspector: InspectorPage) {}

  /** The bar below the groups: totals, the question, what was done. */
  get bar(): Locator {
    return this.inspector.page.locator('.apply-bar');
  }

  /** The check box of a whole group. */
  groupBox(title: string): Locator {
    return this.inspector.page.getByRole('checkbox', { name: `Approve the group “${title}”` });
  }

  /** From the first message to a plan that is shown. */
  async show(plan: PlanView = samplePlan(Date.now())): Promise<void> {
    await this.inspector.init({ commands: ['reviewCompaction'] });
    await this.inspector.send({ type: 'showPlan', plan, applied: null, restored: null });
  }

  /** Answers the last request of a type with a plan. */
  async answer(
    type: 'checkPlan' | 'applyPlan' | 'restorePlan',
    plan: PlanView = samplePlan(Date.now()),
    outcome: Partial<Pick<PlanAnswer, 'applied' | 'restored'>> = {},
  ): Promise<void> {
    const { requestId } = await this.inspector.lastPosted(type);
    await this.inspector.send({ type: 'plan', requestId, plan, applied: null, restored: null, ...outcome });
  }

  /** Presses a button of the bar. */
  async press(name: string): Promise<void> {
    await this.bar.getByRole('button', { name }).click();
    await this.inspector.settle();
  }
}
