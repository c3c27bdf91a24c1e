import { sampleGrowth } from '../../fixtures/inspector/sampleGrowth.ts';
import { longResult, noResult, sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { manyReasons, otherRanking, tracedResult, whyNotAnswer } from '../../fixtures/inspector/tracedResults.ts';
import type { InspectorPage } from '../host/inspectorPage.ts';
import type { State } from './state.ts';

const now = Date.now();
const setRange = (inspector: InspectorPage, name: RegExp, value: number): Promise<void> =>
  inspector.page.getByRole('slider', { name }).fill(String(value));
const answerRanking = async (inspector: InspectorPage): Promise<void> =>
  inspector.send({
    type: 'ranking',
    requestId: (await inspector.lastPosted('rank')).requestId,
    result: otherRanking(now),
  });

/** The tabs beside the results, by name. */
export const tabStates: Readonly<Record<string, State>> = {
  wings: (inspector) => inspector.startIn('Wings', tracedResult(now)),
  whatif: async (inspector) => {
    await inspector.startIn('Wings', tracedResult(now));
    await setRange(inspector, /wing diversity/, 0);
    await setRange(inspector, /relevance/, 0.95);
  },
  'wings-table': async (inspector) => {
    await inspector.startIn('Wings', tracedResult(now));
    await inspector.page.getByText('The same as a table').click();
  },
  'wings-untraced': (inspector) => inspector.startIn('Wings', sampleResult(now)),
  growth: async (inspector) => {
    await inspector.startIn('Growth', sampleResult(now));
    const { requestId } = await inspector.lastPosted('growth');
    await inspector.send({ type: 'growth', requestId, growth: sampleGrowth });
    await inspector.page.getByText('The same as a table').click();
  },
  trace: (inspector) => inspector.startIn('Trace', tracedResult(now)),
  'trace-open': async (inspector) => {
    await inspector.startIn('Trace', tracedResult(now));
    // Where it is narrow there is the table alone.
    const table = inspector.page.getByText('The same as a table');
    if (await table.isVisible()) await table.click();
    await inspector.page.getByRole('button', { name: /consolidated/ }).click();
    await inspector.page.locator('.drop .disclose').nth(1).click();
  },
  'trace-whynot': async (inspector) => {
    await inspector.startIn('Trace', tracedResult(now));
    await inspector.page.getByRole('textbox', { name: /Drawer: ID/ }).fill('sessionLimits.ts:14–40');
    await inspector.page.keyboard.press('Enter');
    await inspector.send({
      type: 'whyNot',
      requestId: (await inspector.lastPosted('whyNot')).requestId,
      answer: whyNotAnswer,
    });
  },
  'trace-many': (inspector) => inspector.startIn('Trace', manyReasons(now)),
  'trace-untraced': (inspector) => inspector.startIn('Trace', sampleResult(now)),
  'trace-nothing': async (inspector) => {
    await inspector.start(noResult());
    await inspector.page.getByRole('button', { name: 'Why isn’t it here?' }).click();
  },
  compare: async (inspector) => {
    await inspector.startIn('Compare', tracedResult(now));
    await answerRanking(inspector);
  },
  'compare-packet': async (inspector) => {
    await inspector.startIn('Compare', tracedResult(now));
    await answerRanking(inspector);
    await inspector.page.getByRole('button', { name: 'Open saved search…' }).click();
    await inspector.send({
      type: 'packet',
      requestId: (await inspector.lastPosted('openPacket')).requestId,
      packet: {
        name: 'berth-2025-11-14.replay.json',
        query: 'another query',
        profile: 'default',
        recordedAt: '2025-11-14T10:00:00Z',
        result: otherRanking(now),
      },
    });
  },
  'compare-failed': async (inspector) => {
    await inspector.startIn('Compare', tracedResult(now));
    await inspector.send({
      type: 'error',
      requestId: (await inspector.lastPosted('rank')).requestId,
      code: 'E_PROFILE_UNKNOWN',
      message: 'There is no profile “baseline”.',
      remedy: 'Choose one of the profiles named.',
    });
  },
  similar: async (inspector) => {
    await inspector.start(sampleResult(now));
    await inspector.page.locator('.row-button').nth(1).click();
    await inspector.page.getByRole('button', { name: 'Find similar' }).click();
    await inspector.send({
      type: 'result',
      requestId: (await inspector.lastPosted('similar')).requestId,
      result: longResult(10, now),
    });
  },
  overridden: async (inspector) => {
    await inspector.startIn('Wings', tracedResult(now));
    await setRange(inspector, /wing diversity/, 0.8);
    await inspector.page.getByRole('button', { name: 'Search with these values' }).click();
    await inspector.send({
      type: 'result',
      requestId: (await inspector.lastPosted('search')).requestId,
      result: tracedResult(now),
    });
  },
};
