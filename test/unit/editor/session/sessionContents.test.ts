import { describe, expect, it } from 'vitest';
import { SessionContents } from '../../../../extension/editor/session/sessionContents.ts';
import {
  sessionKey,
  type SessionNode,
  type SessionSection,
} from '../../../../extension/editor/session/sessionNode.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { daysAgo } from '../../../fixtures/agedDrawers.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { truthHash } from '../../../fixtures/treeHash.ts';
import { apiOf, drawerOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';
import german from '../../../../l10n/bundle.l10n.de.json' with { type: 'json' };
import type { Localiser } from '../../../../extension/editor/platform/localiser.ts';

const issue = 'The upload of tide tables stalls on Mondays because the lock of the store is held';
const note = async (palace: Palace, text: string, more: object = {}): Promise<string> =>
  (await palace.save({ text, type: 'insight', allow_duplicate: true, ...more })).drawer_id ?? '';

/** A palace that has something for each section but commits. */
const busyPalace = async () => {
  const folder = temporaryFolder();
  const palace = await openPalace({ folder });
  const pin = await note(palace, 'We deploy on Tuesdays alone.', { pinned: true });
  for (const [i, day] of [9, 8, 7].entries())
    await note(palace, `${issue} ${i}`, { type: 'issue', filed_at: daysAgo(day) });
  const older = await note(
    palace,
    'Tokens are rotated in the gateway every thirty days by the night job of the harbour',
    { filed_at: daysAgo(40) },
  );
  const newer = await note(
    palace,
    'Tokens are rotated in the gateway every sixty days by the night job of the harbour',
    { filed_at: daysAgo(1) },
  );
  for (const pier of ['north', 'south', 'west'])
    await note(palace, `The mooring lines of the ${pier} pier are changed by the crew of the tug each spring`);
  await palace.noteChecks({ wait: true });
  return { folder, palace, pin, older, newer };
};

const emptyContext = {
  session_id: null,
  budget_tokens: 100,
  token_estimate: 90,
  token_rule: '',
  pinned: [],
  memories: [],
  recurring_issues: [],
  supersede_suggestions: [],
  compaction_candidates: [],
  consolidation_candidates: [],
  recent_commits: [],
  warnings: [],
  text: '',
  left_out: [],
  left_out_total: 0,
};

const texts: Readonly<Record<string, string>> = german;
const inGerman: Localiser = {
  ...english,
  t: (text, ...values) => english.t(texts[text] ?? text, ...values),
};

const sectionsOf = (nodes: readonly SessionNode[]): SessionSection[] =>
  nodes.flatMap((node) => (node.kind === 'section' ? [node.section] : []));

describe('what the Session view holds', () => {
  it('is what a session would start with, section by section, and looking at all of it writes nothing', async () => {
    const { folder, palace, pin, older, newer } = await busyPalace();
    const contents = new SessionContents(english);
    const before = truthHash(folder);
    const keys: string[] = [];
    const walk = async (node: SessionNode | undefined): Promise<readonly SessionNode[]> => {
      const children = await contents.children(palace, node);
      keys.push(...children.map(sessionKey));
      for (const child of children) await walk(child);
      return children;
    };
    const top = await walk(undefined);
    expect(sectionsOf(top)).toEqual(['pinned', 'issues', 'memories', 'replacements', 'alike']);
    expect(truthHash(folder)).toEqual(before);
    expect(new Set(keys).size).toBe(keys.length);
    const context = await palace.sessionContext({});
    expect(contents.last?.token_estimate).toBe(context.token_estimate);
    const of = async (section: SessionSection) =>
      contents.children(
        palace,
        top.find((node) => node.kind === 'section' && node.section === section),
      );
    expect(await of('pinned')).toMatchObject([
      {
        kind: 'drawer',
        drawer: { drawer_id: pin, access_count: 0 },
        description: expect.stringMatching(/^\d+ tokens$/),
      },
    ]);
    expect((await of('memories')).map((node) => node.kind === 'drawer' && node.drawer.drawer_id)).toEqual(
      context.memories.map(({ drawer_id: id }) => id),
    );
    expect(await of('issues')).toMatchObject([{ kind: 'pattern', pattern: { occurrence_count: 3 } }]);
    expect(await of('replacements')).toMatchObject([
      { kind: 'replacement', older: { drawer_id: older }, newer: { drawer_id: newer } },
    ]);
    expect((await of('alike'))[0]).toMatchObject({ kind: 'alike', candidate: { drawer_ids: { length: 3 } } });
    const listed = (await Promise.all(sectionsOf(top).map(of)))
      .flat()
      .flatMap((node) => (node.kind === 'drawer' ? [node.drawer.drawer_id] : []));
    expect(new Set(listed).size).toBe(listed.length);
    await palace.close();
  });

  it('is read once between two changes, and again after one', async () => {
    const { palace } = await busyPalace();
    let asked = 0;
    const counting = apiOf({
      ...palace,
      sessionContext: (request, options) => (asked++, palace.sessionContext(request, options)),
    });
    const contents = new SessionContents(english);
    for (const node of await contents.children(counting, undefined)) await contents.children(counting, node);
    expect(asked).toBe(1);
    contents.refresh();
    await contents.children(counting, undefined);
    expect(asked).toBe(2);
    await palace.close();
  });

  it('tells what was left out and why in the display language, and how many more there are', async () => {
    const context = {
      ...emptyContext,
      left_out: [
        {
          drawer_id: 'drawer_1',
          title: 'long',
          tokens: 900,
          reason: 'does not fit into the 120 tokens that were left',
        },
        { drawer_id: 'gone', title: 'gone', tokens: 1, reason: 'gone' },
      ],
      left_out_total: 7,
    };
    const contents = new SessionContents(inGerman);
    const api = apiOf({
      sessionContext: () => Promise.resolve(context),
      moves: () => Promise.resolve({ batches: [], waiting: [] }),
      show: ({ drawer_id: id }) =>
        id === 'gone'
          ? Promise.reject(new PalaceError('E_DRAWER_NOT_FOUND', 'It is gone.'))
          : Promise.resolve(drawerOf(1)),
    });
    const [top] = await contents.children(api, undefined);
    expect(top).toEqual({ kind: 'section', section: 'leftOut', count: 7 });
    expect(await contents.children(api, top)).toMatchObject([
      {
        kind: 'drawer',
        description: 'passt nicht in die restlichen 120 Token',
        reason: 'passt nicht in die restlichen 120 Token',
      },
      { kind: 'rest', count: 5 },
    ]);
  });

  it('tells in words why a drawer could be compacted, and by what it is replaced where nothing else says so', async () => {
    const candidate = (drawerId: string, by: string) => ({
      drawer_id: drawerId,
      action: 'compact' as const,
      reason: `ltp=0.18 < 0.3, superseded_by=${by}, last_accessed=47 days ago`,
      ltp_score: 0.18,
      decayed_ltp: 0.04,
      superseded_by: by,
      days_since_access: 47,
      consolidated_into: null,
    });
    const drawers = ['marked', 'found', 'newer'].map((id) =>
      drawerOf(1, {
        drawer_id: id,
        type: 'decision',
        source_file: null,
        text: `Text of ${id}`,
        superseded_by: id === 'marked' ? 'newer' : null,
      }),
    );
    const api = apiOf({
      sessionContext: () =>
        Promise.resolve({
          ...emptyContext,
          compaction_candidates: [candidate('marked', 'newer'), candidate('found', 'newer')],
        }),
      moves: () => Promise.resolve({ batches: [], waiting: [] }),
      show: async ({ drawer_id: id }) => drawers.find((drawer) => drawer.drawer_id === id) ?? drawerOf(1),
    });
    const reasonsIn = async (localiser: Localiser) => {
      const contents = new SessionContents(localiser);
      const [top] = await contents.children(api, undefined);
      return (await contents.children(api, top)).map((node) => (node.kind === 'drawer' ? node.reason : ''));
    };
    expect(await reasonsIn(english)).toEqual([
      'not used for 47 days · long-term potentiation 0.18',
      'not used for 47 days · long-term potentiation 0.18 · replaced by “Text of newer”',
    ]);
    expect(await reasonsIn(inGerman)).toEqual([
      'seit 47 Tagen nicht verwendet · Langzeitpotenzierung 0.18',
      'seit 47 Tagen nicht verwendet · Langzeitpotenzierung 0.18 · ersetzt durch „Text of newer“',
    ]);
  });

  it('tells in words why a drawer is in it, while agents keep the names of the data', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    await note(palace, 'We deploy on Tuesdays alone.', { pinned: true });
    const { pinned } = await palace.sessionContext({});
    expect(pinned.map(({ reason }) => reason)).toEqual([
      'pinned, ltp 1.000 (0 sessions), found by 0 searches: 1.200',
    ]);
    const reasonIn = async (localiser: Localiser) => {
      const contents = new SessionContents(localiser);
      const [top] = await contents.children(palace, undefined);
      return (await contents.children(palace, top)).map((node) => (node.kind === 'drawer' ? node.reason : ''));
    };
    expect(await reasonIn(english)).toEqual([
      'pinned, long-term potentiation 1.000 (used in 0 sessions lately), found by 0 searches: score 1.200',
    ]);
    expect(await reasonIn(inGerman)).toEqual([
      'angeheftet, Langzeitpotenzierung 1.000 (zuletzt in 0 Sitzungen verwendet), gefunden durch 0 Suchen: Bewertung 1.200',
    ]);
    await palace.close();
  });

  it('is nothing where a palace has nothing to begin with, so that the welcome text shows', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    expect(await new SessionContents(english).children(palace, undefined)).toEqual([]);
    await palace.close();
  });
});
