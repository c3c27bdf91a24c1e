import { expect, it, onTestFinished } from 'vitest';
import { loginOf, memberAt } from '../fixtures/team/memberAt.ts';
import type { LinkedTime } from '../../extension/palace/contract/search/linkSchemas.ts';
import { palaceAt } from '../fixtures/team/palaceAt.ts';
import { newPostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { startSwitchedLine } from '../fixtures/team/switchedLine.ts';

interface Hit {
  readonly drawer_id: string;
  readonly palace?: string;
  readonly snippet: string;
}

const hitsOf = (answer: Record<string, unknown>): Hit[] => answer['results'] as Hit[];

it('a search finds drawers that only the team’s server has, by words and by meaning, and says where they are; without the right to read them it finds none', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  await team.invite('ben', 'plans', 'reader');
  await team.invite('cay', 'other', 'owner');
  const [ada, ben, cay] = [memberAt(team, 'ada'), memberAt(team, 'ben'), memberAt(team, 'cay')];

  const crane = String(
    ada.json(
      'save',
      'The harbour crane is inspected every March.',
      '--type',
      'decision',
      '--wing',
      'plans',
      '--tag',
      'crane',
    )['drawer_id'],
  );
  ada.json('save', 'Berth seven is closed for dredging until May.', '--type', 'insight', '--wing', 'plans');
  // The vectors are there once something was searched.
  ada.json('search', 'crane');
  ada.json('team', 'connect', ada.url);
  ada.json('team', 'share', 'plans');
  for (const who of [ben, cay]) {
    who.json('save', 'Coffee is bought on Mondays.', '--type', 'insight', '--wing', 'mine');
    who.json('team', 'connect', who.url);
  }

  // On a busy machine the server may be left out once, with a warning.
  await expect
    .poll(
      () => {
        const answer = ben.json('search', 'harbour crane');
        return [hitsOf(answer)[0], answer['warnings']];
      },
      { timeout: 120_000 },
    )
    .toMatchObject([{ drawer_id: `team:${crane}`, palace: 'team' }, []]);
  await expect
    .poll(() => hitsOf(ben.json('search', 'when is the lifting machine checked'))[0], { timeout: 120_000 })
    .toMatchObject({ drawer_id: `team:${crane}` });
  const legs = (): unknown[] =>
    ben
      .run('search', 'harbour crane', '--trace')
      .stdout.split('\n')
      .flatMap((line) => (line.startsWith('{"phase":"linked"') ? [JSON.parse(line) as unknown] : []));
  await expect
    .poll(legs, { timeout: 120_000 })
    .toContainEqual(expect.objectContaining({ palace: 'team', asked: 'candidates', leg: 'meaning' }));
  expect(ben.json('show', `team:${crane}`)).toMatchObject({
    text: 'The harbour crane is inspected every March.',
    tags: ['crane'],
    palace: 'team',
    filed_by: 'ada',
  });
  expect(ben.run('pin', `team:${crane}`).stderr).toContain('synapse-palace team pull');
  expect(
    hitsOf(ben.json('search', 'harbour crane', '--no-links')).every(({ palace }) => palace === undefined),
  ).toBe(true);
  for (const query of ['harbour crane', 'dredging'])
    expect(hitsOf(cay.json('search', query)).filter(({ palace }) => palace !== undefined)).toEqual([]);

  ben.json('team', 'pull', 'plans');
  expect(hitsOf(ben.json('search', 'harbour crane'))[0]).toMatchObject({ drawer_id: crane });
  expect(hitsOf(ben.json('search', 'harbour crane')).filter(({ palace }) => palace !== undefined)).toEqual([]);
});

it('while the server is away, a search finds the palace’s own drawers and warns once; once it is back, it finds the team’s again', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  await team.invite('ben', 'plans', 'reader');
  const line = await startSwitchedLine(Number(new URL(team.url).port));
  onTestFinished(() => line.cut());
  const { url, password } = loginOf(team, 'ben');
  const overLine = new URL(url);
  overLine.port = String(line.port);
  const [ada, ben] = [await palaceAt(loginOf(team, 'ada')), await palaceAt({ url: overLine.href, password })];
  await ada.save({ type: 'decision', text: 'The harbour crane is inspected every March.', wing: 'plans' });
  await ada.teamShare({ wing: 'plans' });
  await ben.save({ type: 'insight', text: 'The coffee machine is inspected on Mondays.', wing: 'mine' });
  await ben.teamExchange({});
  const search = async () => {
    const { results, warnings } = await ben.search({ query: 'what is inspected', dry_run: true });
    return { places: results.map(({ palace = 'here' }) => palace).toSorted(), warnings };
  };
  const both = { places: ['here', 'team'], warnings: [] };
  const alone = {
    places: ['here'],
    warnings: [expect.stringMatching(/^The team’s server \(.*\) is left out: /)],
  };
  // On a busy machine the server may be too late.
  await expect.poll(search, { timeout: 120_000 }).toEqual(both);
  for (const isSilent of [false, true]) {
    await line.cut();
    if (isSilent) await line.mend({ isSilent });
    expect(await search()).toEqual(alone);
  }
  await line.cut();
  await line.mend();
  await ben.teamExchange({});
  await expect.poll(search, { timeout: 120_000 }).toEqual(both);
});

it('a search reports the time of each leg at the server and on the way, and a replay reports the same', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  await team.invite('ben', 'plans', 'reader');
  const [ada, ben] = [await palaceAt(loginOf(team, 'ada')), await palaceAt(loginOf(team, 'ben'))];
  await ada.save({ type: 'decision', text: 'The harbour crane is inspected every March.', wing: 'plans' });
  await ada.mine({ folders: [], wait_for_embeddings: true });
  await ada.teamShare({ wing: 'plans' });
  await ada.teamExchange({});
  await ben.save({ type: 'insight', text: 'Coffee is bought on Mondays.', wing: 'mine' });
  await ben.mine({ folders: [], wait_for_embeddings: true });
  await ben.teamExchange({});
  const search = () => ben.search({ query: 'harbour crane', explain: true, candidate_trace: true, replay: true });
  let found = await search();
  // On a busy machine the server may be too late.
  await expect.poll(async () => (found = await search()).warnings, { timeout: 120_000 }).toEqual([]);

  const timing = found.pipeline_trace.phase_timing_ms['linked_palaces'];
  const answers = (typeof timing === 'object' ? timing['answers'] : []) as LinkedTime[];
  expect(answers.map(({ palace, asked, leg }) => [palace, asked, leg])).toEqual([
    ['team', 'counts', 'count'],
    ['team', 'counts', 'all'],
    ['team', 'candidates', 'words'],
    ['team', 'candidates', 'all'],
  ]);
  for (const { leg, ms, at_server_ms: there } of answers)
    if (leg === 'all') expect(there).toBeNull();
    else {
      expect(there).toBeGreaterThan(0);
      expect(there).toBeLessThanOrEqual(ms);
    }
  for (const asked of ['counts', 'candidates']) {
    const [all, legs] = [true, false].map((isAll) =>
      answers
        .filter((row) => row.asked === asked && (row.leg === 'all') === isAll)
        .reduce((sum, { ms }) => sum + ms, 0),
    );
    expect(legs).toBeLessThanOrEqual(all ?? 0);
  }
  const { pipeline_trace: again } = await ben.replay({ packet: found.replay_packet ?? expect.fail('no packet') });
  expect(again.phase_timing_ms).toEqual(found.pipeline_trace.phase_timing_ms);
});
