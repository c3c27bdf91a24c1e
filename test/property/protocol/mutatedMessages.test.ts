import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  inspectorCommands,
  type HostMessage,
  type InspectorMessage,
} from '../../../extension/protocol/inspectorMessages.ts';
import { parseHostMessage, parseInspectorMessage } from '../../../extension/protocol/parseMessage.ts';
import { initialState } from '../../../webview/state/inspectorState.ts';
import type { InspectorAction } from '../../../webview/state/inspectorAction.ts';
import { panelContent } from '../../../webview/state/panelContent.ts';
import { reduce } from '../../../webview/state/reduce.ts';
import { sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import { samplePlan } from '../../fixtures/inspector/samplePlan.ts';
import { samplePalace } from '../../fixtures/inspector/samplePalace.ts';
import { tracedResult, whyNotAnswer } from '../../fixtures/inspector/tracedResults.ts';
import { runs } from '../../fixtures/testSize.ts';

/** Messages tried in each direction. What comes from the page is the more dangerous: a million in a long run. */
const tries = { toPage: runs(1500), fromPage: runs(4000) };

const search = {
  query: 'berth',
  profile: null,
  filter: { wing: ['notes'], includeArchived: true },
  k: 20,
  explain: true,
  candidateTrace: false,
  dryRun: false,
};
const plan = { plan: samplePlan(1_760_000_000_000), applied: null, restored: null };
const navigation = { tab: 'results', search, history: ['berth'] };
const hostMessages: readonly HostMessage[] = [
  {
    type: 'init',
    palace: samplePalace,
    profiles: { names: ['default'], current: 'default' },
    navigation,
    searches: { recent: ['berth'], starred: [] },
    commands: ['showLog'],
  },
  { type: 'status', palace: samplePalace },
  { type: 'showSearch', search: { query: 'berth' }, whyNot: 'd' },
  { type: 'focusSearch' },
  { type: 'searches', searches: { recent: [], starred: ['berth'] } },
  { type: 'profiles', profiles: { names: ['default'], current: 'default' } },
  { type: 'result', requestId: 'r', result: sampleResult(1_760_000_000_000) },
  { type: 'cancelled', requestId: 'r' },
  { type: 'drawerStates', requestId: 'r', states: [{ drawerId: 'd', freshness: 'changed' }] },
  { type: 'error', requestId: null, code: 'E_INTERNAL', message: 'm', remedy: 'r' },
  { type: 'announce', text: 'Copied.' },
  { type: 'erased' },
  { type: 'drawerChanged', drawerId: 'd', change: 'replaced' },
  { type: 'whyNot', requestId: 'w', answer: whyNotAnswer },
  { type: 'ranking', requestId: 'k', result: tracedResult(1_760_000_000_000) },
  {
    type: 'packet',
    requestId: 'p',
    packet: {
      name: 'a.json',
      query: 'berth',
      profile: 'default',
      recordedAt: '2026-01-01T00:00:00Z',
      result: sampleResult(0),
    },
  },
  { type: 'showPlan', ...plan },
  { type: 'plan', requestId: 'c', ...plan },
];
const inspectorMessages: readonly InspectorMessage[] = [
  { type: 'ready' },
  { type: 'search', requestId: 'r', search },
  { type: 'cancel', requestId: 'r' },
  { type: 'openSource', drawerId: 'd', toSide: false, terms: ['tide'] },
  { type: 'copyDrawer', drawerId: 'd' },
  { type: 'eraseDrawer', drawerId: 'd' },
  { type: 'copyText', text: 't' },
  { type: 'saveChart', name: 'growth', format: 'svg', content: '<svg/>' },
  { type: 'runCommand', command: 'showLog' },
  { type: 'saveNavigation', navigation },
  { type: 'report', code: 'E_MESSAGE', message: 'm' },
  {
    type: 'search',
    requestId: 'r',
    search: { ...search, overrides: { mmr_lambda: 0.7, wing_diversity_weight: 0 } },
  },
  { type: 'similar', requestId: 'r', drawerId: 'd', k: 20 },
  { type: 'whyNot', requestId: 'w', search, drawer: 'src/a.ts:14' },
  { type: 'rank', requestId: 'k', search, by: 'cosine' },
  { type: 'savePacket', search },
  { type: 'openPacket', requestId: 'p' },
  { type: 'checkPlan', requestId: 'c', planId: 'p', rejectedDrawers: ['d'] },
  {
    type: 'applyPlan',
    requestId: 'a',
    planId: 'p',
    groups: ['g'],
    rejectedDrawers: ['d'],
    summaries: { g: 'text' },
    seen: 'd',
  },
  { type: 'restorePlan', requestId: 'u', planId: 'p' },
];

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withBigInt: true,
    withSparseArray: true,
    withNullPrototype: true,
  }),
  fc.constantFrom<unknown>(
    NaN,
    Infinity,
    -0,
    -1,
    1e308,
    2 ** 53,
    '',
    '__proto__',
    '<script>',
    'x'.repeat(30_000),
    [],
    {},
    null,
    undefined,
    Symbol('s'),
  ),
);

/** Paths to every value inside a message. */
const paths = (value: unknown, at: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [at, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...at, key]))]
    : [at];

const changed = (value: unknown, path: readonly string[], change: (old: unknown) => unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? changed(item, rest, change) : item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? changed(inner, rest, change) : inner]),
  );
};

/** A message with one to four of its values replaced, removed or given an unknown neighbour. */
const mutated = (messages: readonly object[]): fc.Arbitrary<unknown> =>
  fc.constantFrom(...messages).chain((message) => {
    const all = paths(message);
    const mutation = fc.tuple(fc.nat(all.length - 1), odd, fc.constantFrom('replace', 'remove', 'add'));
    return fc.array(mutation, { minLength: 1, maxLength: 4 }).map((mutations) =>
      mutations.reduce<unknown>((value, [index, junk, kind]) => {
        const path = all[index] ?? [];
        if (kind === 'replace') return changed(value, path, () => junk);
        if (kind === 'add')
          return changed(value, path, (old) =>
            typeof old === 'object' && old !== null && !Array.isArray(old) ? { ...old, surprise: junk } : junk,
          );
        return changed(value, path.slice(0, -1), (old) =>
          typeof old === 'object' && old !== null && !Array.isArray(old)
            ? Object.fromEntries(Object.entries(old).filter(([name]) => name !== path.at(-1)))
            : old,
        );
      }, message),
    );
  });

test('untouched messages of both directions are understood', () => {
  for (const message of hostMessages) expect(parseHostMessage(message)).toEqual({ ok: true, message });
  for (const message of inspectorMessages) expect(parseInspectorMessage(message)).toEqual({ ok: true, message });
});

test('a mutated message to the inspector is understood or refused with a code, and never breaks the state', () => {
  const questions: readonly InspectorAction[] = [
    { type: 'searchStarted', requestId: 'r', search },
    { type: 'whyNotAsked', requestId: 'w', drawer: 'd' },
    { type: 'rankingAsked', requestId: 'k', key: 'cosine' },
    { type: 'packetAsked', requestId: 'p' },
  ];
  const asked = questions.reduce(reduce, initialState);
  fc.assert(
    fc.property(mutated(hostMessages), (value) => {
      const parsed = parseHostMessage(value);
      if (!parsed.ok) {
        expect(parsed.refused.code).toBe('E_MESSAGE');
        expect(parsed.refused.message.length).toBeLessThanOrEqual(1000);
        return;
      }
      const next = reduce(asked, { type: 'received', message: parsed.message });
      expect(panelContent(next).kind).toBeTypeOf('string');
    }),
    { numRuns: tries.toPage },
  );
});

test('a mutated message from the inspector is understood or refused with a code, and starts no command but the listed ones', () => {
  fc.assert(
    fc.property(mutated(inspectorMessages), (value) => {
      const parsed = parseInspectorMessage(value);
      if (!parsed.ok) expect(parsed.refused.code).toBe('E_MESSAGE');
      else if (parsed.message.type === 'runCommand') expect(inspectorCommands).toContain(parsed.message.command);
    }),
    { numRuns: tries.fromPage },
  );
});

test('values that cannot even be read are refused, not thrown', () => {
  const hostile = [
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
        has: () => {
          throw new Error('no');
        },
      },
    ),
    {
      get type() {
        throw new Error('no');
      },
    },
    Object.create(null),
    () => 1,
    new Map([['type', 'ready']]),
  ];
  const endless: Record<string, unknown> = { type: 'search' };
  endless['search'] = endless;
  for (const value of [...hostile, endless]) {
    expect(parseHostMessage(value).ok).toBe(false);
    expect(parseInspectorMessage(value).ok).toBe(false);
  }
});
