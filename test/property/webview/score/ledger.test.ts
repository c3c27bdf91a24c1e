import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scorePhases } from '../../../../extension/palace/contract/search/scorePhases.ts';
import { fittingLabel, labelPadding } from '../../../../webview/score/labelFit.ts';
import { ledgerDomain, ledgerLayout } from '../../../../webview/score/ledgerLayout.ts';
import { scoreStory, type ScoreStory } from '../../../../webview/score/scoreSteps.ts';
import { runs } from '../../../fixtures/testSize.ts';

const delta = fc.double({ min: -3, max: 3, noNaN: true }).map((value) => value + 0);
const events = fc.array(fc.record({ phase: fc.constantFrom(...scorePhases), delta, reason: fc.string() }), {
  maxLength: 18,
});
const story = fc
  .record({ cosine: fc.double({ min: -1, max: 1, noNaN: true }), events })
  .map(({ cosine, events: list }): ScoreStory => {
    const made = scoreStory(
      {
        cosine_similarity: cosine,
        score_events: list,
        score: list.reduce((sum, event) => sum + event.delta, 0 + cosine),
      },
      true,
    );
    if (made === null) throw new TypeError('An explained hit has a story.');
    return made;
  });
/** What a reader makes of a shown number, in thousandths. */
const read = (shown: string): number => Math.round(Number(shown.replace('−', '-').replace('+', '')) * 1000) + 0;
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a), Math.abs(b));

test('the shown changes add up to every shown running total and to the shown final score', () => {
  fc.assert(
    fc.property(story, ({ steps, shownFinal }) => {
      let sum = 0;
      for (const step of steps) {
        sum += read(step.change);
        expect(read(step.running)).toBe(sum);
      }
      expect(read(shownFinal)).toBe(sum);
    }),
    { numRuns: runs(2000) },
  );
});

test('a shown change never has the other sign than the exact one, and is off by less than a thousandth', () => {
  fc.assert(
    fc.property(story, ({ steps }) => {
      for (const { shownDelta, delta: exact, change } of steps.slice(1)) {
        expect(shownDelta * exact).toBeGreaterThanOrEqual(0);
        expect(change.startsWith(exact < 0 ? '−' : '+')).toBe(true);
        expect(Math.abs(shownDelta / 1000 - exact)).toBeLessThanOrEqual(0.001 + 1e-9);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test('the exact sum of the steps is the score, to the last bit', () => {
  fc.assert(
    fc.property(story, ({ steps, final, addsUp }) => {
      expect(addsUp).toBe(true);
      expect(steps.at(-1)?.after).toBe(final);
    }),
  );
});

test('both lanes are equally long: bars follow one another without gap or overlap from the same start to the same end', () => {
  fc.assert(
    fc.property(story, (told) => {
      const { start, end, gains, losses, final } = ledgerLayout(told);
      const owed = final.lane === 'above' ? [final] : [];
      const earned = final.lane === 'below' ? [final] : [];
      const inLane = (bars: readonly { readonly from: number; readonly to: number }[]) =>
        [...bars].sort((a, b) => a.from - b.from || a.to - b.to);
      for (const lane of [inLane([...owed, ...gains]), inLane([...earned, ...losses])]) {
        expect(near(lane[0]?.from ?? start, start)).toBe(true);
        expect(near(lane.at(-1)?.to ?? end, end)).toBe(true);
        lane.forEach(({ from, to }, index) => {
          expect(to).toBeGreaterThanOrEqual(from);
          if (index > 0) expect(near(from, lane[index - 1]?.to ?? NaN)).toBe(true);
        });
      }
    }),
    { numRuns: runs(2000) },
  );
});

test('every bar is as long as its change, and every step that changes something has one bar', () => {
  fc.assert(
    fc.property(story, (told) => {
      const { gains, losses } = ledgerLayout(told);
      const bars = [...gains, ...losses];
      expect(new Set(bars.map(({ step }) => step))).toEqual(
        new Set(told.steps.filter((step) => step.delta !== 0)),
      );
      expect(bars.length).toBe(told.steps.filter((step) => step.delta !== 0).length);
      for (const { step, from, to } of bars) expect(Math.abs(to - from - Math.abs(step.delta))).toBeLessThan(1e-9);
    }),
  );
});

test('one scale holds zero, every lane, every running total and every score of the list', () => {
  fc.assert(
    fc.property(fc.array(story, { maxLength: 6 }), (stories) => {
      const [low, high] = ledgerDomain(
        stories,
        stories.map(({ final }) => final),
      );
      expect(low).toBeLessThanOrEqual(0);
      expect(high).toBeGreaterThan(0);
      for (const told of stories) {
        const { start, end } = ledgerLayout(told);
        for (const value of [start, end, told.final, ...told.steps.map(({ after }) => after)]) {
          expect(value).toBeGreaterThanOrEqual(low - 1e-9);
          expect(value).toBeLessThanOrEqual(high + 1e-9);
        }
      }
    }),
  );
});

test('a label never exceeds its bar, and is the longest of its forms that fits', () => {
  const label = fc.record({
    label: fc.string({ maxLength: 20 }),
    short: fc.string({ maxLength: 6 }),
    change: fc.constantFrom('+.358', '−.162', '0.642', '−0.040', '+1.000'),
  });
  fc.assert(
    fc.property(
      label,
      fc.double({ min: 0, max: 300, noNaN: true }),
      fc.double({ min: 1, max: 12, noNaN: true }),
      (forms, width, letter) => {
        const measure = (text: string): number => text.length * letter;
        const fitted = fittingLabel(forms, width, measure);
        if (fitted !== '') expect(measure(fitted) + labelPadding).toBeLessThanOrEqual(width);
        const full = `${forms.label} ${forms.change.replace(/^(−?)0\./, '$1.')}`;
        if (measure(full) + labelPadding <= width) expect(fitted).toBe(full);
      },
    ),
  );
});
