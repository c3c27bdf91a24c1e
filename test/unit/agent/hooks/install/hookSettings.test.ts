import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { stripComments } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../../../../../extension/agent/hooks/hookEvent.ts';
import { withHooks } from '../../../../../extension/agent/hooks/install/hookSettings.ts';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';

const usual: readonly HookEvent[] = ['session-start', 'pre-compact', 'stop'];
const commandOf = (event: HookEvent): string => `/usr/bin/node /opt/palace/dist/cli.js hook ${event}`;
const install = (text: string, events = usual): string => withHooks(text, events, commandOf);
const json = (text: string): unknown => JSON.parse(text.replace(/^\ufeff/, ''));

describe('the hooks in an agent’s settings', () => {
  it('stand there once each, in the form that Claude Code reads', () => {
    const documented = json(readFileSync('test/fixtures/claude-hooks/config.claude.settings.json', 'utf8')) as {
      hooks: Record<string, unknown>;
    };
    const { SessionStart, PreCompact, Stop, UserPromptSubmit } = documented.hooks;
    const written = json(
      withHooks(
        '',
        ['session-start', 'user-prompt-submit', 'pre-compact', 'stop'],
        (event) => `synapse-palace hook ${event}`,
      ),
    );
    expect(written).toEqual({ hooks: { SessionStart, PreCompact, Stop, UserPromptSubmit } });
  });

  it('leave every other byte as it is, in whatever style the file is written', () => {
    const text =
      '\ufeff{\r\n\t"model": "opus",\r\n\t"big": 12345678901234567890, "e": "\\u00e9",\r\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]},\r\n\t"last": [1.0]\r\n}';
    const written = install(text);
    expect(
      written.startsWith(
        '\ufeff{\r\n\t"model": "opus",\r\n\t"big": 12345678901234567890, "e": "\\u00e9",\r\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]},\r\n\t\t\t{\r\n',
      ),
    ).toBe(true);
    expect(written.endsWith('},\r\n\t"last": [1.0]\r\n}')).toBe(true);
    expect(written.replaceAll('\r\n', '')).not.toContain('\n');
    expect(json(written)).toMatchObject({
      hooks: { Stop: [{ hooks: [{ command: 'say done' }] }, { hooks: [{ command: commandOf('stop') }] }] },
    });
  });

  it('leave the hooks of others byte for byte, in their lists and in groups that they share', () => {
    const other = '{"type": "command", "command": "caf\\u00e9 \\/x", "timeout": 1e1, "id": 12345678901234567890}';
    const text = `{"hooks": {"__proto__": [ ], "Pre": [ {"hooks":[${other}]} ],  "Pre": [],
"Stop": [ {"hooks": [ {"command": "node old/cli.js hook stop"},${other} , {"command": "synapse-palace hook stop"}] }, 7,{"hooks": [{"command": "cli.js hook stop"}]}], "SessionStart": [
{"hooks": [{"command": "cli.js hook session-start"}]},  {"hooks": [${other}]}] }, "b": 1}`;
    const once = install(text);
    expect(once).toContain(`{"hooks": {"__proto__": [ ], "Pre": [ {"hooks":[${other}]} ],  "Pre": [],\n"Stop": [`);
    expect(once).toContain(`[ {"hooks": [ ${other}] }, 7,\n`);
    expect(once).toContain(`"SessionStart": [\n{"hooks": [${other}]},\n`);
    expect(install(once)).toBe(once);
    const back = install(once, []);
    expect(back.replaceAll(/\s/g, '')).toBe(
      `{"hooks": {"__proto__": [], "Pre": [{"hooks":[${other}]}], "Pre": [], "Stop": [{"hooks": [${other}]}, 7], "SessionStart": [{"hooks": [${other}]}]}, "b": 1}`.replaceAll(
        /\s/g,
        '',
      ),
    );
    expect(install(text, [])).not.toContain('cli.js');
  });

  it('are changed where they are of another installation, and leave a group that they share with others', () => {
    const shared = JSON.stringify({
      hooks: {
        Stop: [
          {
            hooks: [
              { type: 'command', command: '"C:/Program Files/node.exe" "C:/a b/dist/cli.js" hook stop' },
              { type: 'command', command: 'say done' },
            ],
          },
        ],
        Notification: [],
      },
    });
    expect(json(install(shared))).toMatchObject({
      hooks: {
        Stop: [{ hooks: [{ command: 'say done' }] }, { hooks: [{ command: commandOf('stop') }] }],
        Notification: [],
      },
    });
    expect(json(install(shared, []))).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }], Notification: [] },
    });
  });

  const handler = fc.record({ type: fc.constant('command'), command: fc.string() }, { requiredKeys: ['type'] });
  const group = fc.oneof(
    fc.record({ matcher: fc.string(), hooks: fc.array(handler, { minLength: 1 }) }, { requiredKeys: ['hooks'] }),
    fc.jsonValue(),
  );
  const hooks = fc.dictionary(
    fc.oneof(
      fc.constantFrom('Stop', 'SessionStart', 'PreToolUse'),
      fc.string().filter((name) => name !== '__proto__'),
    ),
    fc.array(group),
  );
  const settings = fc
    .tuple(
      fc.dictionary(
        fc.string().filter((name) => name !== '__proto__' && name !== 'hooks'),
        fc.jsonValue(),
      ),
      fc.option(hooks),
    )
    .map(([others, own]) => ({ ...others, ...(own === null ? {} : { hooks: own }) }));

  it('are put in once however often, and taken out again to the same settings', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 2, '\t'), (document, indent) => {
        const text = JSON.stringify(document, null, indent);
        const once = install(text);
        expect(install(once)).toBe(once);
        const back = json(withHooks(once, [], commandOf)) as { hooks?: object };
        const before = JSON.parse(text) as { hooks?: object };
        // A “hooks” without any content may go, and a list of it.
        const bare = ({ hooks: given, ...others }: { hooks?: object }): object => ({
          ...others,
          hooks: Object.fromEntries(
            Object.entries({ ...given }).filter(([, list]) => !Array.isArray(list) || list.length > 0),
          ),
        });
        expect(bare(back)).toEqual(bare(before));
      }),
    );
  });

  it.each([
    ['{\n  "a": 1,\n}', 3, 'a name'],
    ['{a: 1}', 1, 'a value, or a name'],
    ['{"a" 1}', 1, '“:” is missing'],
    ['{"a": [1\n 2]}', 2, '“,” is missing'],
    ['{"a": [1,]}', 1, 'a value is missing'],
    ['{"a": 01}', 1, '“,” is missing'],
    ['{"a": "\\x"}', 1, 'a text in double quotes'],
    ['{"a": "\u0001"}', 1, 'a text in double quotes'],
    ['{}\n/* mine', 2, 'a comment does not end'],
    [`{\n"a": ${'['.repeat(100_000)}`, 2, 'it is nested too deeply'],
    ['[]', 1, 'a JSON object'],
    ['{"a": 1', 1, 'it ends too early'],
    ['{"a": tru}', 1, 'a value'],
    ['{}\n{}', 2, 'nothing may follow'],
    ['{"a": "b\n"}', 1, 'a text in double quotes'],
  ])('are refused in %j, with the line that is wrong', (text, line, problem) => {
    const attempt = (): string => withHooks(text, usual, commandOf, 'settings.json');
    expect(attempt).toThrow(PalaceError);
    expect(attempt).toThrow(new RegExp(`^settings\\.json is not valid JSON: line ${line}: ${problem}`));
  });

  it('say the same of every text without comments as JSON.parse does: an object or not', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().chain((text) => fc.nat(text.length).map((at) => text.slice(0, at))),
        ),
        (text) => {
          let parsed: unknown;
          try {
            parsed = JSON.parse(text);
          } catch {
            /* it is no JSON */
          }
          const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
          fc.pre(text.trim() !== '' && !text.includes('"hooks"') && !/\/[/*]/.test(text));
          expect(
            (() => {
              try {
                return (install(text), true);
              } catch {
                return false;
              }
            })(),
          ).toBe(isObject);
        },
      ),
    );
  });

  const commented = [
    '{ // settings of mine',
    '  "model": "opus", // not "hooks": {}, but a comment',
    '  /* before, with a comma */',
    '  "hooks": {}, // behind',
    '  "url": "http://a/*b*/", "last": 1 /* the last */',
    '  // the end',
    '}',
  ].join('\n');
  const comments = (text: string): string[] => text.match(/\/\/ .*|\/\* .*? \*\//g) ?? [];

  it.each([
    ['beside “hooks”', commented],
    ['without “hooks”', commented.replace('  "hooks": {}, // behind\n', '')],
    ['with “hooks” at the end', commented.replace(', // behind\n  "url": "http://a/*b*/", "last": 1', '')],
    ['with nothing else', '{ // none, yet\n}'],
  ])('leave comments where they are, %s', (_, text) => {
    const once = install(text);
    expect(comments(once)).toEqual(comments(text));
    expect(json(stripComments(once))).toMatchObject({
      hooks: { Stop: [{ hooks: [{ command: commandOf('stop') }] }] },
    });
    expect(install(once)).toBe(once);
    const back = withHooks(once, [], commandOf);
    expect(comments(back)).toEqual(comments(text));
    const before = json(stripComments(text)) as Record<string, unknown>;
    expect({ hooks: {}, ...(json(stripComments(back)) as object) }).toEqual({ hooks: {}, ...before });
  });

  it('leave a comment behind the last setting with that setting', () => {
    expect(install('{\n  "a": 1 // about a\n}')).toMatch(/^\{\n  "a": 1, \/\/ about a\n  "hooks": \{\n/);
  });

  it('are not changed where that would lose a comment inside “hooks”, and the line is named', () => {
    const text = install('').replace('"Stop": [', '"Stop": [\n      // mine');
    expect(install(text)).toBe(text);
    const line = text.split('\n').findIndex((each) => each.includes('// mine')) + 1;
    expect(() => install(text, [])).toThrow(new RegExp(`a comment in line ${line}, which the change would lose`));
  });

  it('are found behind names and values that look like syntax', () => {
    const hostile = {
      '"hooks": {': '}, "hooks": {}',
      '//': '/* no comment */ // none',
      '\u2028\\"': ['\\', '\\\\"', '{', '}'],
      ['__proto__ ']: { hooks: { Stop: 'not these' } },
      hooks: { PreToolUse: [{ matcher: '"', hooks: [{ type: 'command', command: 'echo "}" // {' }] }] },
    };
    for (const indent of [undefined, 2, '\t']) {
      const text = JSON.stringify(hostile, null, indent);
      const once = install(text);
      expect(json(once)).toMatchObject(hostile);
      expect(json(withHooks(once, [], commandOf))).toEqual(hostile);
    }
  });

  it('are refused where “hooks” is in a form that Claude Code does not read', () => {
    for (const text of [
      '{"hooks": []}',
      '{"hooks": {"Stop": {}}}',
      '{"hooks": {}, "hooks": {}}',
      // The agent may read either of the two.
      '{"hooks": {"Stop": [1], "Stop": [2]}}',
    ])
      expect(() => install(text)).toThrow(PalaceError);
  });
});

describe('hooks in Cursor’s form', () => {
  const command = (event: string) => `node cli.js hook ${event} --agent cursor`;
  const install = (text: string, ...events: ('session-start' | 'pre-compact')[]): string =>
    withHooks(text, events, command, 'hooks.json', 'cursor');

  it('are a list of handlers beside those of others, in a file with its version, and go again', () => {
    const made = install('', 'session-start');
    expect(JSON.parse(made)).toEqual({
      version: 1,
      hooks: { sessionStart: [{ command: command('session-start'), timeout: 5 }] },
    });
    const others =
      '{ "version": 1, "hooks": { "stop": [{ "command": "lint" }], "preCompact": [{ "command": "say" }] } }';
    const both = install(others, 'session-start', 'pre-compact');
    expect(JSON.parse(both)).toMatchObject({
      hooks: {
        stop: [{ command: 'lint' }],
        preCompact: [{ command: 'say' }, { command: command('pre-compact') }],
      },
    });
    expect(install(both, 'session-start', 'pre-compact')).toBe(both);
    expect(JSON.parse(install(both))).toEqual(JSON.parse(others));
  });
});
