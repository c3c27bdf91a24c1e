import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Palace } from '../../extension/palace/palace.ts';
import { loginOf } from '../fixtures/team/memberAt.ts';
import { palaceAt } from '../fixtures/team/palaceAt.ts';
import { newPostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { temporaryFolder } from '../fixtures/palaces/temporaryPalace.ts';

const topics = [
  'described the journey through the islands with joy',
  'is describing how the orphanage was painted',
  'enjoys celebrating birthdays in the orchard',
  'repaired the engines of both ferries',
  'was relying on a lighthouse keeper',
  'recommends visiting the fisheries museum',
];
/** Maria is in every drawer of the one wing and in none of the other. */
const drawers = ['harbour', 'valley'].flatMap((wing, inValley) =>
  Array.from({ length: inValley ? 300 : 60 }, (_, n) => ({
    id: `${wing}${n}`,
    text: `${inValley ? ['Otto', 'Pia'][n % 2] : 'Maria'} ${topics[n % topics.length]}, as tale t${n}x has it.`,
    wing,
    room: 'talks',
    source_file: `${wing}/session${Math.floor(n / 6)}.txt`,
    type: 'conversation',
    filed_at: `2025-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}T12:00:00.000Z`,
  })),
);

/** What the query's words and its vector make of each drawer. */
const found = async (palace: Palace, query: string) => {
  const { results, warnings } = await palace.search({ query, k: 120, explain: true, dry_run: true });
  const parts = results.map(({ drawer_id: id, score_breakdown: sum }) => ({
    id: id.replace(/^team:/, ''),
    cosine: sum?.cosine_similarity ?? NaN,
    evidence: sum?.evidence_boost ?? NaN,
  }));
  return { parts, warnings };
};

/** A palace that holds the drawers, and one that finds them at the server. */
const holderAndAsker = async (lines: readonly { readonly wing: string }[]) => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  const wings = new Set(lines.map(({ wing }) => wing));
  for (const wing of wings) {
    await team.invite('ada', wing, 'owner');
    await team.invite('ben', wing, 'reader');
  }
  const file = path.join(temporaryFolder(), 'talks.jsonl');
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const [ada, ben] = [await palaceAt(loginOf(team, 'ada')), await palaceAt(loginOf(team, 'ben'))];
  await ada.importDrawers({ file, wait_for_embeddings: true });
  for (const wing of wings) await ada.teamShare({ wing });
  await ada.teamExchange({});
  await ada.teamLeave({});
  await ben.teamExchange({});
  const atServer = async (query: string) => {
    let answer = await found(ben, query);
    // On a busy machine the server may be too late, with a warning.
    await expect.poll(async () => (answer = await found(ben, query)).warnings, { timeout: 120_000 }).toEqual([]);
    return answer.parts;
  };
  return { held: async (query: string) => (await found(ada, query)).parts, atServer };
};

it.each([
  ['inflected words', 'what does somebody enjoy describing wing:harbour'],
  ['a name that is everywhere in the wing', 'When did Maria rely on the keeper wing:harbour'],
  ['a name that only the other wing has', 'Did Otto recommend the museum of fisheries?'],
  ['a day', 'what was repaired on 4 April 2025 wing:valley'],
])('what the team’s server finds by %s is scored as in a palace that holds it', async (_, query) => {
  const { held, atServer } = await holderAndAsker(drawers);
  const known = new Map((await held(query)).map((hit) => [hit.id, hit]));
  const first = (await atServer(query)).slice(0, 10);
  expect(first).toHaveLength(10);
  for (const { id, cosine, evidence } of first) {
    const here = known.get(id) ?? expect.fail(`${id} is not found in a palace that holds it`);
    expect(cosine, id).toBeCloseTo(here.cosine, 2);
    expect(Math.abs(evidence - here.evidence), `${id}: ${evidence} for ${here.evidence}`).toBeLessThan(0.06);
  }
});

it('an answer in a conversation is found at the team’s server by the words of its question', async () => {
  const turns = [
    { speaker: 'Ada', text: 'Good morning, and what a fog.' },
    { speaker: 'Ben', text: 'Which lantern hangs in the chapel?' },
    { speaker: 'Ada', text: 'The green one, as ever.' },
    { speaker: 'Ben', text: 'Then we are late.' },
  ];
  const { held, atServer } = await holderAndAsker(
    turns.map((turn, seq) => ({
      ...turn,
      id: `t${seq}`,
      seq,
      wing: 'quay',
      room: 'talks',
      source_file: 'quay/session.txt',
      filed_at: '2025-04-04T12:00:00.000Z',
    })),
  );
  expect((await held('lantern chapel')).map(({ id }) => id).slice(0, 2)).toEqual(['t1', 't2']);
  expect((await atServer('lantern chapel')).map(({ id }) => id)).toEqual(['t1', 't2']);
});

it('a short commit is found at the team’s server beside the commit that it belongs to, other short commits are not', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 10, minute)).toISOString();
  const commit = (id: string, text: string, minute: number, more = {}) => ({
    id,
    text,
    wing: 'quay',
    room: 'commits',
    source_file: 'git',
    type: 'git_commit',
    filed_at: at(minute),
    ...more,
  });
  // All of them fit better than the short ones, and fill the pool.
  const others = Array.from({ length: 240 }, (_, n) =>
    commit(`other${n}`, `Paint the harbour crane, part ${n} of the work`, 1_000 + 200 * n),
  );
  const { held, atServer } = await holderAndAsker([
    ...others,
    commit('best', 'Grease the harbour crane and its winch on Mondays', 0),
    commit('note', 'Add the change note', 12),
    commit('far', 'Fix typos', 70),
    commit('elsewhere', 'Bump versions', 5, { source_file: 'git2' }),
  ]);
  const query = 'grease the winch of the harbour crane on Mondays';
  const places = (hits: readonly { readonly id: string }[]) =>
    ['best', 'note', 'far', 'elsewhere'].map((id) => hits.findIndex((hit) => hit.id === id));
  const here = places(await held(query));
  expect(here).toEqual([0, 1, -1, -1]);
  expect(places(await atServer(query))).toEqual(here);
});

it('the team’s server finds words inside names of files, hosts and types', async () => {
  const texts = {
    path: 'Changed src/harbour/winch.ts and docs/crane.md.',
    call: 'It is request.getbeacon() that fails.',
    type: 'It returns Promise<Lantern, Keeper> now.',
    other: 'Nothing of that kind.',
  };
  const { held, atServer } = await holderAndAsker(
    Object.entries(texts).map(([id, text]) => ({
      id,
      text,
      wing: 'quay',
      room: 'notes',
      type: 'insight',
      filed_at: '2025-04-04T12:00:00.000Z',
    })),
  );
  for (const [word, id] of [
    ['winch', 'path'],
    ['crane', 'path'],
    ['getbeacon', 'call'],
    ['lantern', 'type'],
    ['keeper', 'type'],
  ] as const) {
    expect((await held(word)).map((hit) => hit.id)[0], word).toBe(id);
    expect(
      (await atServer(word)).map((hit) => hit.id),
      word,
    ).toEqual([id]);
  }
});
