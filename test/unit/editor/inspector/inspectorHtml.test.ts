import { expect, test } from 'vitest';
import { inspectorHtml } from '../../../../extension/editor/inspector/inspectorHtml.ts';

const options = {
  cspSource: 'https://source.test',
  nonce: 'n0nce',
  scriptUri: 'https://source.test/inspector.js',
  styleUri: 'https://source.test/inspector.css',
};

test('the policy lets in nothing but the extension’s own script and style sheet', () => {
  const policy =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/u
      .exec(inspectorHtml(options))?.[1]
      ?.replaceAll('&#39;', "'") ?? '';
  const directives = Object.fromEntries(
    policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  );
  expect(directives['default-src']).toBe("'none'");
  expect(directives['script-src']).toBe("'nonce-n0nce'");
  expect(directives['style-src']).toBe("https://source.test 'nonce-n0nce'");
  expect(policy).not.toMatch(/unsafe|\*|http:|data:/u);
});

test('every script has the nonce, and no markup has an event handler or a style', () => {
  const html = inspectorHtml(options);
  expect(html.match(/<script\b[^>]*>/gu)?.every((tag) => tag.includes('nonce="n0nce"'))).toBe(true);
  expect(html).not.toMatch(/\son\w+=|\sstyle=/u);
});

test('translations and titles cannot break out of their places', () => {
  const html = inspectorHtml({
    ...options,
    title: '"><script>x',
    l10n: { 'a</script><script>alert(1)': '<!--\u2028' },
  });
  expect(html.match(/<script\b/gu)?.length).toBe(2);
  expect(html).not.toContain('<!--');
  const json = /<script type="application\/json"[^>]*>([^<]*)<\/script>/u.exec(html)?.[1] ?? '';
  expect(JSON.parse(json)).toEqual({ 'a</script><script>alert(1)': '<!--\u2028' });
});
