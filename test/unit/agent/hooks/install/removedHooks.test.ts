import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../../../../../extension/agent/hooks/hookEvent.ts';
import { withHooks } from '../../../../../extension/agent/hooks/install/hookSettings.ts';
import { removedHooks } from '../../../../../extension/agent/hooks/install/removedHooks.ts';

const usual: readonly HookEvent[] = ['session-start', 'pre-compact', 'stop'];
const withRecall: readonly HookEvent[] = [...usual, 'user-prompt-submit'];
const withEvents = (text: string, events: readonly HookEvent[], cli = '/opt/palace/dist/cli.js'): string =>
  withHooks(text, events, (event) => `node ${cli} hook ${event}`);

describe('removing the hooks', () => {
  it('gives back what the newest backup without them holds, whichever events were installed, and by which version', () => {
    const list = fc.constantFrom([], [{ hooks: [{ type: 'command', command: 'say done' }] }], [7]);
    const hooks = fc.dictionary(fc.constantFrom('Stop', 'UserPromptSubmit', 'PreCompact', 'PreToolUse'), list);
    const settings = fc.record({ model: fc.string(), hooks, last: fc.jsonValue() }, { requiredKeys: [] });
    fc.assert(
      fc.property(
        settings,
        fc.constantFrom(undefined, 2, '\t'),
        fc.constantFrom(usual, withRecall),
        fc.constantFrom(null, usual, withRecall),
        (document, indent, events, later) => {
          const text = JSON.stringify(document, null, indent);
          const first = withEvents(text, events, '/opt/older-palace/dist/cli.js');
          const present = later === null ? first : withEvents(first, later);
          const backups = [
            ...(later === null ? [] : [{ file: 'between', text: first }]),
            { file: 'before', text },
            { file: 'older', text: '{"model": "of last year", "hooks": {}}' },
          ];
          expect(removedHooks(present, backups, withEvents)).toEqual({
            text,
            isAsBefore: true,
            useless: later === null ? ['before'] : ['between', 'before'],
          });
        },
      ),
    );
  });

  it('leaves no file where there was none, and keeps every other change', () => {
    const made = withEvents('', usual);
    expect(removedHooks(made, [], withEvents)).toEqual({ text: null, isAsBefore: true, useless: [] });
    const changed = made.replace('{', '{ "model": "opus",');
    const { text, ...rest } = removedHooks(changed, [{ file: 'a', text: '{"hooks": {}}' }], withEvents);
    expect({ text: JSON.parse(text ?? ''), ...rest }).toEqual({
      text: { model: 'opus' },
      isAsBefore: false,
      useless: [],
    });
    // No hook of the palace is in it.
    expect(removedHooks('{}', [{ file: 'a', text: '{"a": 1}' }], withEvents)).toEqual({
      text: '{}',
      isAsBefore: false,
      useless: [],
    });
  });

  it('passes over a backup that is not settings', () => {
    const backups = ['{', '{"hooks": 7}', '{ "a": 1 }'].map((text) => ({ file: text, text }));
    expect(removedHooks(withEvents('{ "a": 1 }', usual), backups, withEvents)).toEqual({
      text: '{ "a": 1 }',
      isAsBefore: true,
      useless: ['{ "a": 1 }'],
    });
  });
});
