import { describe, expect, it } from 'vitest';
import { drawersText, timesText } from '../../../../extension/editor/platform/countedText.ts';
import { drawerFacts } from '../../../../extension/editor/memory/drawerText.ts';
import type { GroupPrompt } from '../../../../extension/editor/summaries/summaryPrompt.ts';
import { consentDetail, outcomeText, sentDocument } from '../../../../extension/editor/summaries/summaryText.ts';
import { drawerOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const prompt = (drawers: number): GroupPrompt => ({
  groupId: 'g1',
  title: 'Limits',
  text: 'What is sent.',
  drawers: Array.from({ length: drawers }, (_, index) => ({
    drawerId: `d${index}`,
    title: `Limit ${index}`,
    characters: 100,
  })),
});

describe('what a person is asked before texts are sent', () => {
  it('names how many characters of which drawers', () => {
    expect(consentDetail([prompt(2), prompt(1)], english).split('\n')).toEqual([
      'Leaves the palace: 300 characters of 3 drawers, listed below. Secrets are masked, sensitive drawers are never sent.',
      '',
      '• Limit 0 (100)',
      '• Limit 1 (100)',
      '• Limit 0 (100)',
    ]);
    expect(
      consentDetail([prompt(15)], english)
        .split('\n')
        .at(-1),
    ).toBe('… and 3 more');
  });

  it('shows the very text that would be sent', () => {
    expect(sentDocument([prompt(2)])).toContain('What is sent.');
  });
});

it('what came of it is said group by group', () => {
  const outcomes = [
    { groupId: 'g1', title: 'Limits', summary: 'One.' },
    { groupId: 'g2', title: 'Races', fallback: 'timed_out', detail: '' },
  ] as const;
  expect(outcomeText(outcomes, [{ title: 'Tides' }], 'Acme', english)).toBe(
    'Acme wrote 1 of 3 summaries. Extracts stay: “Races”: the model did not answer in time; “Tides”: nothing of it may be sent.',
  );
  expect(outcomeText([outcomes[0], outcomes[0]], [], 'Acme', english)).toBe('Acme wrote 2 of 2 summaries.');
});

it('one of a thing is said as one', () => {
  expect([
    drawersText(1, english),
    drawersText(0, english),
    timesText(1, english),
    timesText(1200, english),
  ]).toEqual(['1 drawer', '0 drawers', 'once', '1,200 times']);
  expect(
    drawerFacts(drawerOf(1, { access_count: 1, last_accessed: '2026-01-03T00:00:00.000Z' }), english),
  ).toContain('filed 2026-01-02 · opened once, last 2026-01-03');
});
