import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type {
  CountedWords,
  RecallRequest,
  RecalledDrawer,
  TeamRecall,
} from '../../../../extension/palace/team/teamRecall.ts';
import { connectorInMemory } from '../../../fixtures/team/connectorInMemory.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { changesOf, sharedDrawer } from '../../../fixtures/team/teamChanges.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const url = 'postgresql://ben@db.example.org/memory';
const texts = {
  crane: 'The harbour crane is inspected every March.',
  berth: 'Berth seven is inspected in May.',
};

let recall: TeamRecall;
let asked: RecallRequest[];
let palace: Palace;

/** A server that finds every drawer of the wing, whatever is looked for. */
const findingAll = (drawers: readonly RecalledDrawer[]): TeamRecall => ({
  wordCounts: async (questions) =>
    questions.map(({ words }) =>
      words.map((word) => drawers.filter(({ text }) => text.toLowerCase().includes(word)).length),
    ),
  best: async (request) => {
    asked.push(request);
    return { drawers, matched: drawers.length };
  },
  drawer: async (id) => drawers.find(({ drawerId }) => drawerId === id) ?? null,
});
const never = (): Promise<never> => new Promise(() => undefined);
const failing = (): Promise<never> =>
  Promise.reject(new PalaceError('E_TEAM_UNREACHABLE', 'The server is away.', { remedy: 'Try later.' }));

beforeEach(async () => {
  asked = [];
  const team = new MemoryTeam();
  team.invite('ada', 'docs', 'owner');
  team.invite('ben', 'docs', 'reader');
  const [ada, ben] = [team.connect('ada'), team.connect('ben')];
  await ada.hello({ id: 'a', name: 'a' });
  const change = changesOf();
  const drawers = Object.entries(texts).map(([id, text]) => ({
    ...sharedDrawer(id, text, { type: 'insight', tags: [id] }),
    drawerId: id,
    wing: 'docs',
    member: 'ada',
  }));
  await ada.push(
    'a',
    drawers.map((drawer) =>
      change(drawer.drawerId, 'add', { record: drawer.record, text: drawer.text, vector: null }),
    ),
  );
  recall = findingAll(drawers);
  const server = Object.assign(Object.create(ben) as typeof ben, {
    recall: {
      wordCounts: (...args: Parameters<TeamRecall['wordCounts']>) => recall.wordCounts(...args),
      best: (request: RecallRequest) => recall.best(request),
      drawer: (...args: Parameters<TeamRecall['drawer']>) => recall.drawer(...args),
    } satisfies TeamRecall,
  });
  palace = await openPalace({
    folder: temporaryFolder(),
    team: connectorInMemory(() => Promise.resolve({ server, shown: url })),
  });
  onTestFinished(() => palace.close());
  await palace.save({ type: 'insight', text: 'The coffee machine is inspected on Mondays.', wing: 'mine' });
  await palace.teamConnect({ url, password: null });
});

const placesOf = (result: Awaited<ReturnType<Palace['search']>>) =>
  result.results.map(({ drawer_id: id, palace: where }) => (where === undefined ? 'here' : id));

it('the team’s drawers rank among the palace’s own, with scores that add up and a packet that replays', async () => {
  const found = await palace.search({ query: 'harbour crane inspected', explain: true, replay: true });
  expect(placesOf(found)).toEqual(['team:crane', 'here', 'team:berth']);
  expect(found.warnings).toEqual([]);
  for (const { score, score_breakdown: parts } of found.results) {
    const { final_score: final, ...steps } = parts ?? { final_score: NaN };
    expect(final).toBe(score);
    const sum = Object.values(steps).reduce((total: number, step) => total + Number(step), 0);
    expect(sum).toBeCloseTo(score, 9);
  }
  const replayed = await palace.replay({ packet: found.replay_packet ?? expect.fail('no packet') });
  expect(replayed.results.map(({ drawer_id: id, score }) => [id, score])).toEqual(
    found.results.map(({ drawer_id: id, score }) => [id, score]),
  );
});

it('the server is asked about each written word once, and about names in the searched wing', async () => {
  let questions: readonly CountedWords[] = [];
  recall = {
    ...recall,
    wordCounts: async (wanted) => {
      questions = wanted;
      return wanted.map(({ words }) => words.map(() => 1));
    },
  };
  await palace.search({ query: 'What does Maria enjoy describing in setTimeout wing:docs' });
  expect(questions.map(({ scope, words }) => [scope.wings, words])).toEqual([
    [undefined, ['maria', 'enjoy', 'describing', 'set', 'timeout', 'settimeout']],
    [['docs'], ['maria']],
  ]);
  expect(
    asked
      .at(-1)
      ?.words.map(({ word }) => word)
      .toSorted(),
  ).toEqual(questions[0]?.words.toSorted());
  await palace.search({ query: 'Maria' });
  expect(questions.map(({ words }) => words)).toEqual([['maria']]);
});

it('a filter also applies to the team’s drawers', async () => {
  expect(placesOf(await palace.search({ query: 'inspected tag:berth' }))).toEqual(['team:berth']);
  expect(placesOf(await palace.search({ query: 'inspected -harbour' }))).toEqual(['here', 'team:berth']);
  expect(placesOf(await palace.search({ query: 'inspected palace:this' }))).toEqual(['here']);
  await palace.search({ query: 'inspected wing:docs room:general' });
  expect(asked.at(-1)?.scope).toMatchObject({ without: [], wings: ['docs'], rooms: ['general'] });
});

it.each([
  ['does not answer', never],
  ['is away', failing],
])('where the server %s, the palace’s own drawers are found, with one warning', async (_, way) => {
  const usual = recall;
  for (const broken of [
    { ...usual, wordCounts: way },
    { ...usual, best: way },
  ]) {
    recall = broken;
    const found = await palace.search({ query: 'harbour crane inspected' });
    expect(placesOf(found)).toEqual(['here']);
    expect(found.warnings).toEqual([expect.stringMatching(/^The team’s server \(postgresql:.*\) is left out: /)]);
    recall = usual;
  }
});

it('while the server owes a search its answer, no other search asks or waits for it', async () => {
  const usual = recall;
  let questions = 0;
  let answer: () => void = () => undefined;
  recall = {
    ...usual,
    wordCounts: async (...given) => {
      questions += 1;
      await new Promise<void>((resolve) => (answer = resolve));
      return usual.wordCounts(...given);
    },
  };
  for (let search = 1; search <= 3; search++) {
    const found = await palace.search({ query: 'harbour crane inspected' });
    expect([placesOf(found), found.warnings.length, questions]).toEqual([['here'], 1, 1]);
  }
  recall = usual;
  answer();
  await expect
    .poll(async () => placesOf(await palace.search({ query: 'harbour crane inspected' })))
    .toContain('team:crane');
});

it('a wing that was pulled is not searched at the server', async () => {
  expect(await palace.show({ drawer_id: 'team:crane' })).toMatchObject({ text: texts.crane, filed_by: 'ada' });
  await expect(palace.update({ drawer_ids: ['team:crane'], pinned: true })).rejects.toMatchObject({
    code: 'E_LINKED',
    remedy: expect.stringContaining('team pull') as string,
  });
  await palace.teamExchange({ wing: 'docs' });
  recall = { wordCounts: failing, best: failing, drawer: failing };
  const found = await palace.search({ query: 'harbour crane inspected' });
  expect(found.warnings).toEqual([]);
  expect(found.results[0]).toMatchObject({ drawer_id: 'crane' });
});

it('a lying server can’t change the palace’s own scores, nor add drawers that it may not', async () => {
  const [crane] = (await recall.best({} as RecallRequest)).drawers;
  if (crane === undefined) expect.fail('no drawer');
  const named = (drawerId: string, fields: object = {}, more: object = {}): RecalledDrawer => ({
    ...crane,
    drawerId,
    record: { ...crane.record, id: drawerId, ...fields },
    ...more,
  });
  const lies = [
    named('sensitive', { sensitive: true }),
    named('elsewhere', { wing: 'mine' }),
    named('another', {}, { text: 'Another text, inspected.' }),
    named('far', { filed_at: '+200000-01-01T00:00:00.000Z' }),
    crane,
    crane,
    ...Array.from({ length: 5_000 }, (_, at) => named(`flood${at}`)),
  ];
  recall = {
    wordCounts: async ([{ words } = { words: [] }]) => [
      words.map((_word, at) => [NaN, -5, 1e300, Infinity][at % 4] ?? null),
    ],
    best: async () => ({ drawers: lies, matched: NaN }),
    drawer: async () => lies[0] ?? null,
  };
  const found = await palace.search({ query: 'inspected coffee harbour', explain: true });
  const ids = placesOf(found);
  expect(ids.filter((id) => id === 'team:crane')).toHaveLength(1);
  expect(ids).toContain('here');
  for (const id of ['sensitive', 'elsewhere', 'another', 'far']) expect(ids).not.toContain(`team:${id}`);
  for (const { score } of found.results) expect(Number.isFinite(score)).toBe(true);
  expect(found.warnings).toEqual([]);
  await expect(palace.show({ drawer_id: 'team:sensitive' })).rejects.toMatchObject({ code: 'E_DRAWER_NOT_FOUND' });
  await expect(palace.show({ drawer_id: 'team:crane' })).rejects.toMatchObject({ code: 'E_DRAWER_NOT_FOUND' });
});
