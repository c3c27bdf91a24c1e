import { describe, expect, it } from 'vitest';
import { lineLabel, plainLabel } from '../../../../extension/editor/search/lineLabel.ts';

describe('the best line of a text', () => {
  it('turns nothing that stands beside it', () => {
    expect(lineLabel('\u202e\u2067# Boats\u2069 שלום \u202dat sea', [])).toBe('Boats שלום at sea');
  });

  it("holds the most of the query's terms, the earliest of several", () => {
    const text = 'Nothing here.\nA retry waits.\nA retry waits with backoff.\nAnother retry with backoff.';
    expect(lineLabel(text, ['retri', 'backoff'])).toBe('A retry waits with backoff.');
  });

  it('is the first line with a letter or digit when no term is found', () => {
    expect(lineLabel('\n---\n  # Title  \ntext', ['absent'])).toBe('Title');
  });

  it('goes without what only marks it up', () => {
    for (const line of [
      '## Title',
      '// Title',
      ' * Title',
      '/** Title */',
      '"""Title"""',
      '- Title',
      '<!-- Title -->',
    ])
      expect(lineLabel(line, [])).toBe('Title');
    for (const line of ['#include <x>', '*pointer = x;', '-1 is less']) expect(lineLabel(line, [])).toBe(line);
  });

  it('is clipped', () => {
    expect(lineLabel('word '.repeat(100), []).length).toBeLessThanOrEqual(140);
  });

  it('is clipped between characters', () => {
    for (const text of ['😀'.repeat(100), `x${'😀'.repeat(100)}`])
      expect(lineLabel(text, [])).toMatch(/^x?(😀)+…$/u);
  });

  it('never becomes an icon in a label', () => {
    expect(plainLabel('a $(trash) b')).not.toContain('$(');
  });
});
