import { describe, expect, it } from 'vitest';
import { planPalace, races3 } from '../../../../fixtures/palaces/planPalace.ts';

describe('a plan that is made after the clock was set back', () => {
  it('is kept, although fifty others are dated later', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const { palace } = await planPalace({ clock: () => now });
    for (let made = 0; made < 50; made++) {
      now = new Date(now.getTime() + 1);
      await palace.makePlan({ drawer_ids: races3 });
    }
    now = new Date('2026-02-28T12:00:00Z');
    const { plan } = await palace.makePlan({ drawer_ids: races3 });
    expect(plan.state).toBe('proposed');
    expect((await palace.evaluatePlan({ plan_id: plan.id })).plan.state).toBe('proposed');
    expect((await palace.plans({ limit: 100 })).plans).toHaveLength(50);
    await palace.close();
  });
});
