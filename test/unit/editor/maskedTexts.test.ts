import { describe, expect, it } from 'vitest';
import { drawerDescription, drawerExcerpt, drawerLabel } from '../../../extension/editor/memory/drawerText.ts';
import { findingText } from '../../../extension/editor/search/findingText.ts';
import { hitText } from '../../../extension/editor/search/hitText.ts';
import { drawerOf, hitOf } from './fakePalace.ts';
import { english } from './localiser.ts';

const secret = ['Xw9LpB4n', 'T8rQz'].join('');
const text = `DB_PASSWORD=${secret}\nPORT=1`;
const secrets = { text, sensitive: true, secret_spans: [{ start: 12, end: 12 + secret.length }] };

describe('what the editor says of a sensitive drawer', () => {
  it('masks its secrets in labels, descriptions, tooltips and lists', () => {
    for (const drawer of [
      drawerOf(1, secrets),
      drawerOf(2, { ...secrets, source_file: null, lines: null }),
      drawerOf(3, { ...secrets, secret_spans: [] }),
    ]) {
      const said = [drawerLabel(drawer, english), drawerDescription(drawer, english), drawerExcerpt(drawer)].join(
        '\n',
      );
      expect(said).not.toContain(secret);
      expect(said).toContain('••••');
    }
    const hit = hitText(hitOf(1, secrets), ['password'], english);
    expect(hit.label).toBe('DB_PASSWORD=••••');
    expect(hit.detail).toContain('sensitive');
  });

  it('shows any other text as it is', () => {
    expect(drawerExcerpt(drawerOf(1, { text }))).toBe(text);
    expect(hitText(hitOf(1, { text }), ['password'], english).label).toContain(secret);
  });

  it('names the note that a hit is a part of', () => {
    const part_of = { drawer_id: 'drawer_2', title: 'Rules of the harbour', part: 8, parts: 1200 };
    expect(hitText(hitOf(1, { text, part_of }), [], english).detail).toContain(
      ' · part 8 of 1,200 of “Rules of the harbour” · ',
    );
  });

  it('names a finding by its place and kind', () => {
    const finding = {
      drawer_id: 'drawer_1',
      rule: 'github-token',
      start: 3,
      end: 43,
      source_file: 'src/a.ts',
      lines: { start: 7, end: 7 },
      sensitive: true,
    };
    expect(findingText(finding, english)).toEqual({
      label: 'src/a.ts:7',
      description: 'github token',
      detail: 'sensitive: not embedded, found by its words only',
    });
    expect(findingText({ ...finding, source_file: null, lines: null, sensitive: false }, english)).toMatchObject({
      label: 'drawer_1',
      detail: 'unmarked by a person: treated like any other drawer',
    });
  });
});
