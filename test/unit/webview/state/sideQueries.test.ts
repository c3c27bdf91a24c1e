import { expect, test } from 'vitest';
import type { HostMessage } from '../../../../extension/protocol/inspectorMessages.ts';
import {
  sideQueriesAnswered,
  sideQueriesOfNewRun,
  noSideQueries,
  reduceSideQueries,
} from '../../../../webview/state/sideQueries.ts';
import { rankingKey, rankingOf } from '../../../../webview/state/ranking.ts';
import { sampleResult } from '../../../fixtures/inspector/sampleResults.ts';
import { whyNotAnswer } from '../../../fixtures/inspector/tracedResults.ts';

const error = { type: 'error', code: 'E_SQL', message: 'm', remedy: 'r' } as const;
const asked = [
  { type: 'whyNotAsked', requestId: 'w', drawer: 'a.ts' },
  { type: 'rankingAsked', requestId: 'k', key: 'cosine' },
  { type: 'packetAsked', requestId: 'p' },
] as const;
const waiting = asked.reduce(reduceSideQueries, noSideQueries);
const packet = {
  name: 'a.json',
  query: 'berth',
  profile: 'default',
  recordedAt: '2026-01-01T00:00:00Z',
  result: sampleResult(0),
};

test('an answer goes to the question that waits for it, and to no other', () => {
  const answer: HostMessage = { type: 'whyNot', requestId: 'w', answer: whyNotAnswer };
  expect(sideQueriesAnswered(waiting, answer).whyNot?.answer).toBe(whyNotAnswer);
  expect(sideQueriesAnswered(waiting, { ...answer, requestId: 'older' })).toBe(waiting);
  expect(sideQueriesAnswered(noSideQueries, answer)).toBe(noSideQueries);
});

test('an error or a cancelled dialog ends its own question alone', () => {
  expect(sideQueriesAnswered(waiting, { ...error, requestId: 'k' }).rankings.get('cosine')?.failure?.code).toBe(
    'E_SQL',
  );
  expect(sideQueriesAnswered(waiting, { ...error, requestId: 'w' }).whyNot?.failure?.code).toBe('E_SQL');
  expect(sideQueriesAnswered(waiting, { ...error, requestId: null })).toBe(waiting);
  const cancelled = sideQueriesAnswered(waiting, { type: 'cancelled', requestId: 'p' });
  expect(cancelled.opening).toBeNull();
  expect(cancelled.whyNot).toBe(waiting.whyNot);
});

test('an opened packet is compared with the search at once and outlives the next search; answers about the older one do not', () => {
  const opened = sideQueriesAnswered(waiting, { type: 'packet', requestId: 'p', packet });
  expect(opened.compared).toEqual({ a: 'packet:a.json', b: 'run' });
  const next = sideQueriesOfNewRun(opened);
  expect([next.whyNot, next.rankings.size, next.packets.get('a.json')]).toEqual([null, 0, packet]);
});

test('every ranking has a key of its own, from which it is found again', () => {
  const rankings = [
    { kind: 'run' },
    { kind: 'cosine' },
    { kind: 'profile', name: 'a:b' },
    { kind: 'packet', name: 'cosine' },
  ] as const;
  for (const ranking of rankings) expect(rankingOf(rankingKey(ranking))).toEqual(ranking);
  expect(new Set(rankings.map(rankingKey)).size).toBe(rankings.length);
});
