// States of the tabs beside the results, as a picture's name and the way into it.

export const tabStatesOf = ({ tracedResult, manyReasons, otherRanking, whyNotAnswer, sampleResult, noResult, longResult }) => {
  const now = Date.now();
  const chosen = async (inspector, tab, result) => {
    await inspector.init();
    await inspector.show(result);
    await inspector.page.getByRole('tab', { name: tab }).click();
    await inspector.settle();
  };
  const setRange = (inspector, name, value) => inspector.page.getByRole('slider', { name }).fill(String(value));
  const answerRanking = async (inspector) => inspector.send({ type: 'ranking', requestId: (await inspector.lastPosted('rank')).requestId, result: otherRanking(now) });
  return {
    wings: (inspector) => chosen(inspector, 'Wings', tracedResult(now)),
    whatif: async (inspector) => {
      await chosen(inspector, 'Wings', tracedResult(now));
      await setRange(inspector, /wing diversity/, 0);
      await setRange(inspector, /relevance/, 0.95);
    },
    'wings-table': async (inspector) => {
      await chosen(inspector, 'Wings', tracedResult(now));
      await inspector.page.getByText('The same as a table').click();
    },
    'wings-untraced': (inspector) => chosen(inspector, 'Wings', sampleResult(now)),
    trace: (inspector) => chosen(inspector, 'Trace', tracedResult(now)),
    'trace-open': async (inspector) => {
      await chosen(inspector, 'Trace', tracedResult(now));
      await inspector.page.getByText('The same as a table').click({ timeout: 500 }).catch(() => undefined); // narrow: the table alone
      await inspector.page.getByRole('button', { name: /consolidated/ }).click();
      await inspector.page.locator('.drop .disclose').nth(1).click();
    },
    'trace-whynot': async (inspector) => {
      await chosen(inspector, 'Trace', tracedResult(now));
      await inspector.page.getByRole('textbox', { name: /Drawer: ID/ }).fill('sessionLimits.ts:14–40');
      await inspector.page.keyboard.press('Enter');
      await inspector.send({ type: 'whyNot', requestId: (await inspector.lastPosted('whyNot')).requestId, answer: whyNotAnswer });
    },
    'trace-many': (inspector) => chosen(inspector, 'Trace', manyReasons(now)),
    'trace-untraced': (inspector) => chosen(inspector, 'Trace', sampleResult(now)),
    'trace-nothing': async (inspector) => {
      await inspector.init();
      await inspector.show(noResult());
      await inspector.page.getByRole('button', { name: 'Why isn’t it here?' }).click();
    },
    compare: async (inspector) => {
      await chosen(inspector, 'Compare', tracedResult(now));
      await answerRanking(inspector);
    },
    'compare-packet': async (inspector) => {
      await chosen(inspector, 'Compare', tracedResult(now));
      await answerRanking(inspector);
      await inspector.page.getByRole('button', { name: 'Open packet…' }).click();
      await inspector.send({
        type: 'packet', requestId: (await inspector.lastPosted('openPacket')).requestId,
        packet: { name: 'berth-2025-11-14.replay.json', query: 'another query', profile: 'default', recordedAt: '2025-11-14T10:00:00Z', result: otherRanking(now) },
      });
    },
    'compare-failed': async (inspector) => {
      await chosen(inspector, 'Compare', tracedResult(now));
      await inspector.send({ type: 'error', requestId: (await inspector.lastPosted('rank')).requestId, code: 'E_PROFILE_UNKNOWN', message: 'There is no profile “baseline”.', remedy: 'Choose one of the profiles named.' });
    },
    similar: async (inspector) => {
      await inspector.init();
      await inspector.show(sampleResult(now));
      await inspector.page.locator('.row-button').nth(1).click();
      await inspector.page.getByRole('button', { name: 'Find similar' }).click();
      await inspector.send({ type: 'result', requestId: (await inspector.lastPosted('similar')).requestId, result: longResult(10, now) });
    },
    overridden: async (inspector) => {
      await chosen(inspector, 'Wings', tracedResult(now));
      await setRange(inspector, /wing diversity/, 0.8);
      await inspector.page.getByRole('button', { name: 'Search with these values' }).click();
      await inspector.send({ type: 'result', requestId: (await inspector.lastPosted('search')).requestId, result: tracedResult(now) });
    },
  };
};
