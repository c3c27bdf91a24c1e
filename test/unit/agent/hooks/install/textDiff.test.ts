import { describe, expect, it } from 'vitest';
import { textDiff } from '../../../../../extension/agent/hooks/install/textDiff.ts';

describe('a change shown', () => {
  it('is the one stretch of lines that differs, with three lines around it', () => {
    expect(textDiff('a\n', 'a\n')).toBe('');
    expect(textDiff('', 'a\nb\n')).toBe('@@ -0,0 +1,2 @@\n+a\n+b');
    expect(textDiff('a\nb\n', '')).toBe('@@ -1,2 +0,0 @@\n-a\n-b');
    expect(textDiff('1\n2\n3\n4\n5\n6\n7\n8\n9\n', '1\n2\n3\n4\nfive\n5b\n6\n7\n8\n9\n')).toBe(
      '@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+5b\n 6\n 7\n 8',
    );
  });
});
