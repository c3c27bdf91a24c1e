import { describe, expect, it } from 'vitest';
import { drawerLink, drawerList, plainMarkdown } from '../../../extension/editor/chat/chatMarkdown.ts';
import { findingText } from '../../../extension/editor/search/findingText.ts';
import { hitText } from '../../../extension/editor/search/hitText.ts';
import { hostileTexts } from '../../fixtures/hostileTexts.ts';
import { hitOf } from './fakePalace.ts';
import { english } from './localiser.ts';

/** Markdown without what a backslash makes plain. */
const meant = (markdown: string): string => markdown.replace(/\\[!-/:-@[-`{-~]/g, '');

describe('500 hostile texts', () => {
  it('are 500 different ones', () => {
    expect(new Set(hostileTexts).size).toBe(500);
  });

  it('are plain in Markdown: no markup, HTML, table, entity, link, address or second line is left', () => {
    for (const text of hostileTexts)
      expect(meant(plainMarkdown(text)), text).not.toMatch(/[\\`*_{}[\]()#+!|<>~$&:@.\n\r-]/);
  });

  it('leave the chat’s answer one link, which opens the drawer', () => {
    for (const text of hostileTexts) {
      const hit = hitOf(1, { drawer_id: text, text, wing: text, room: text, source_file: text });
      const [line, ...others] = drawerList([[1, hit]], [], english).split('\n');
      expect(others).toEqual([]);
      const link = drawerLink(text);
      expect(link).toMatch(/^command:synapsePalace\.openDrawer\?[\w%.~-]+$/);
      expect(decodeURIComponent(link.slice(link.indexOf('?') + 1))).toBe(JSON.stringify([text]));
      expect(meant((line ?? '').replace(`](${link})`, '] '))).toMatch(
        /^1\. \[[^\\`*_{}[\]()#+!|<>~$&:@.-]*\] : [^\\`*_{}[\]()#+!|<>~$&@.-]* \*\([^\\`*_{}[\]()#+!|<>~$&@.-]*\)\*$/,
      );
    }
  });

  it('make no icon in a Quick Pick', () => {
    for (const text of hostileTexts) {
      const hit = hitOf(1, { text, wing: text, room: text, source_file: text });
      const finding = {
        drawer_id: text,
        source_file: text,
        lines: null,
        rule: text,
        start: 0,
        end: 1,
        sensitive: true,
      };
      for (const shown of [hitText(hit, [], english), findingText(finding, english)])
        expect(Object.values(shown).join('\n'), text).not.toMatch(/\$\(/);
    }
  });
});
