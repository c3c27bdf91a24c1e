import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LinkedPalace } from '../../../../../extension/palace/contract/linkedPalaces.ts';
import type { Params } from '../../../../../extension/palace/contract/palaceApi.ts';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { linkedTo } from '../../../../fixtures/palaces/linkedPalaces.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { wordHashEmbedder } from '../../../../fixtures/models/wordHashEmbedder.ts';

type Note = Partial<Params<'save'>> & { readonly text: string };
const filled = async (palace: Palace, notes: readonly Note[]): Promise<void> => {
  for (const note of notes) await palace.save({ type: 'insight', wing: 'harbor', ...note });
  await palace.mine({ folders: [], wait_for_embeddings: true });
};

interface Given {
  readonly here?: readonly Note[];
  readonly there?: readonly Note[];
  readonly model?: string;
  readonly link?: Partial<LinkedPalace>;
}
/** A palace, and another that is linked to it as `gateway`. */
const linked = async ({ here = [], there = [], model = 'word-hash', link = {} }: Given) => {
  const root = temporaryFolder();
  const gateway = await openPalace({ folder: path.join(root, 'gateway'), embedder: wordHashEmbedder(model) });
  const own = await openPalace({ folder: path.join(root, 'own'), links: linkedTo({ gateway }, link) });
  await filled(own, here);
  await filled(gateway, there);
  const close = () => Promise.all([own.close(), gateway.close()]);
  return { own, gateway, close };
};
const labels = (results: readonly { readonly palace?: string; readonly text: string }[]) =>
  results.map(({ palace = 'this', text }) => `${palace}: ${text}`);

const crane = { text: 'The crane is inspected in March.' };
const red = { text: 'The crane of the gateway is red.' };

describe('a search of linked palaces', () => {
  it('labels another palace’s results, and searches one palace only if the query says so', async () => {
    const { own, close } = await linked({ here: [crane], there: [red] });
    const find = async (query: string, more = {}) => labels((await own.search({ query, ...more })).results).sort();
    const [here, there] = [`this: ${crane.text}`, `gateway: ${red.text}`];
    expect(await find('crane')).toEqual([there, here]);
    expect(await find('crane palace:gateway')).toEqual([there]);
    expect(await find('crane palace:this')).toEqual([here]);
    expect(await find('crane palace:this,gateway')).toEqual([there, here]);
    expect(await find('crane', { filter: { palace: ['gateway'] } })).toEqual([there]);
    expect(await find('crane', { links: false })).toEqual([here]);
    await expect(find('crane palace:nowhere')).rejects.toMatchObject({
      code: 'E_QUERY_FIELD',
      remedy: 'Known: this, gateway.',
    });
    // The name may come from an argument as well: nothing is said of a query.
    await expect(find('crane', { filter: { palace: ['nowhere'] } })).rejects.toMatchObject({
      message: 'No palace is linked as “nowhere”: nothing was searched.',
    });
    await close();
  });

  it('shows no drawer that is not there, and says in which palace it is not', async () => {
    const { own, close } = await linked({ here: [crane], there: [red] });
    await expect(own.show({ drawer_id: 'gateway:gone' })).rejects.toMatchObject({
      code: 'E_DRAWER_NOT_FOUND',
      message: 'There is no drawer gone in “gateway”.',
      remedy: 'Check the ID; a search with palace:gateway shows the drawers there are.',
    });
    await close();
  });

  it('does not compare vectors of another model: that palace is searched by words, with a warning', async () => {
    const { own, close } = await linked({ here: [crane], there: [red], model: 'another' });
    const { results, warnings } = await own.search({ query: 'crane', explain: true });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The linked palace “gateway” \(\/palaces\/gateway\): ingest model: another .* only\.$/u,
      ),
    ]);
    const [hit] = results.filter(({ palace }) => palace === 'gateway');
    expect(hit).toMatchObject({ cosine_similarity: 0, legs: { lexical: { rank: 1 }, dense: { rank: null } } });
    expect(hit?.annotations).toEqual(['No vector in “gateway” to compare: found by its words only.']);
    await close();
  });

  it('shows agents a linked palace only if a person has allowed it', async () => {
    for (const agents of [false, true]) {
      const { own, close } = await linked({ here: [crane], there: [red], link: { agents } });
      const agent = { caller: { workspace: null, profileLayers: null, agent: true } };
      const [hit] = (await own.search({ query: 'red palace:gateway' })).results;
      const id = hit?.drawer_id ?? '';
      const found = [
        await own.search({ query: 'crane' }, agent),
        await own.search({ query: 'crane', filter: { exclude_sensitive: true } }),
      ].map(({ results }) => results.some(({ palace }) => palace === 'gateway'));
      expect(found).toEqual([agents, agents]);
      for (const shown of [own.show({ drawer_id: id }, agent), own.show({ drawer_id: id, for_agent: true })])
        if (agents) expect(await shown).toMatchObject({ palace: 'gateway', text: red.text });
        else await expect(shown).rejects.toMatchObject({ code: 'E_DRAWER_NOT_FOUND' });
      await close();
    }
  });

  it('an agent’s change names a linked palace’s folder only if a person has allowed agents to see it', async () => {
    for (const agents of [false, true]) {
      const { own, close } = await linked({ here: [crane], there: [red], link: { agents } });
      const agent = { caller: { workspace: null, profileLayers: null, agent: true } };
      const id = (await own.search({ query: 'red palace:gateway' })).results[0]?.drawer_id ?? '';
      const archiving = own.update({ drawer_ids: [id], archived: true }, agent);
      if (agents) await expect(archiving).rejects.toMatchObject({ code: 'E_LINKED' });
      else expect(await archiving).toMatchObject({ updated: 0, missing: [id] });
      await close();
    }
  });

  it('reveals no secret and no archived drawer of another palace', async () => {
    const { own, gateway, close } = await linked({
      here: [crane],
      there: [{ text: 'The crane opens with Sesame.', sensitive: true }, red],
      link: { agents: true },
    });
    const { results } = await own.search({ query: 'crane', replay: true });
    const [secret] = results.filter(({ sensitive }) => sensitive);
    expect(secret).toMatchObject({ palace: 'gateway', text: '••••' });
    expect(
      JSON.stringify(await own.search({ query: 'crane', replay: true, candidate_trace: true })),
    ).not.toContain('Sesame');
    expect(await own.show({ drawer_id: secret?.drawer_id ?? '' })).toMatchObject({ text: '••••' });
    const forAgents = await own.search({ query: 'crane', filter: { exclude_sensitive: true } });
    expect(labels(forAgents.results).sort()).toEqual([`gateway: ${red.text}`, `this: ${crane.text}`]);
    const [gone] = (await gateway.search({ query: 'red' })).results;
    await gateway.update({ drawer_ids: [gone?.drawer_id ?? ''], archived: true });
    expect(labels((await own.search({ query: 'crane', filter: { exclude_sensitive: true } })).results)).toEqual([
      `this: ${crane.text}`,
    ]);
    await close();
  });

  it('folds the same text of two palaces into one result that names the other', async () => {
    const { own, close } = await linked({ here: [crane], there: [crane] });
    const { results } = await own.search({ query: 'crane' });
    expect(labels(results)).toEqual([`this: ${crane.text}`]);
    expect(results[0]?.also_in).toEqual([expect.stringMatching(/^gateway:drawer_/u)]);
    await close();
  });

  it('says why a drawer of this palace is not among the results, and of another’s where to ask', async () => {
    const { own, close } = await linked({ here: [crane], there: [red, { text: 'A red, red crane.' }] });
    const [first] = (await own.search({ query: 'inspected' })).results;
    const mine = await own.whyNot({ query: 'red crane', k: 2, drawer_id: first?.drawer_id ?? '' });
    expect(mine).toMatchObject({
      rank: null,
      dropped_at: 'cut',
      fixes: [expect.stringContaining('Ask for 3 results')],
    });
    const [other] = (await own.search({ query: 'red palace:gateway' })).results;
    await expect(own.whyNot({ query: 'crane', drawer_id: other?.drawer_id ?? '' })).rejects.toMatchObject({
      code: 'E_LINKED',
    });
    await close();
  });

  it('names the condition palace: that leaves a drawer of this palace out', async () => {
    const { own, close } = await linked({ here: [crane], there: [red] });
    const [first] = (await own.search({ query: 'inspected' })).results;
    expect(await own.whyNot({ query: 'crane palace:gateway', drawer_id: first?.drawer_id ?? '' })).toMatchObject({
      dropped_at: 'scope',
      reason: 'It is outside the search’s scope: it is in this palace, and the search is in gateway alone.',
      fixes: ['Remove the filter palace:gateway.'],
      changes: [{ without: { kind: 'field', value: 'palace' } }],
    });
    await close();
  });

  it('does not correct a word that another palace knows', async () => {
    const { own, close } = await linked({
      here: [{ text: 'The crane.' }],
      there: [{ text: 'The crann of Dublin.' }],
    });
    const { warnings, results } = await own.search({ query: 'crann' });
    expect(warnings).toEqual([]);
    expect(results[0]).toMatchObject({ palace: 'gateway' });
    expect((await own.search({ query: 'crann', links: false })).warnings).toHaveLength(1);
    await close();
  });

  it('leaves linked palaces out of a ranking without comparable scores, and says so', async () => {
    const { own, close } = await linked({ here: [crane], there: [red] });
    const { results, warnings } = await own.search({ query: 'crane', profile: 'seed_rrf' });
    expect(labels(results)).toEqual([`this: ${crane.text}`]);
    expect(warnings).toEqual([
      expect.stringContaining('Linked palaces are left out: the scores of the profile seed_rrf'),
    ]);
    await close();
  });

  it('ranks the same with and without an explanation', async () => {
    const { own, close } = await linked({ here: [crane, { text: 'A crane.' }], there: [red] });
    const order = async (more: object) =>
      (await own.search({ query: 'red crane', ...more })).results.map(({ drawer_id, score }) => [
        drawer_id,
        score,
      ]);
    const plain = await order({});
    for (const more of [{ explain: true }, { candidate_trace: true }, { dry_run: true }, { replay: true }])
      expect(await order(more)).toEqual(plain);
    await close();
  });

  it('does not wait for a palace that does not answer, and gives it only a moment until it does', async () => {
    let answer: (error: Error) => void = () => undefined;
    let asked = 0;
    const call = () => {
      asked += 1;
      return new Promise<never>((_, reject) => (answer = reject));
    };
    const { own, close } = await linked({ here: [crane], there: [red], link: { call } });
    for (let times = 1; times <= 2; times += 1) {
      const { results, warnings, unread_palaces: unread } = await own.search({ query: 'crane', words_only: true });
      expect(labels(results)).toEqual([`this: ${crane.text}`]);
      expect(warnings).toEqual([expect.stringMatching(/“gateway” .* is left out: It did not answer within/u)]);
      expect(unread).toEqual(['gateway']);
      expect(asked).toBe(times);
    }
    answer(new Error('gone'));
    await close();
  });

  it('repeats why a palace was late as long as it does not answer', async () => {
    const stopped = new PalaceError('E_PALACE_IN_USE', 'It is in use by a process that is stopped.');
    let asked = 0;
    const call = () => (++asked === 1 ? Promise.reject(stopped) : new Promise<never>(() => undefined));
    const { own, close } = await linked({ here: [crane], there: [red], link: { call } });
    for (let times = 1; times <= 2; times += 1)
      expect((await own.search({ query: 'crane' })).warnings).toEqual([expect.stringContaining(stopped.message)]);
    await close();
  });
});
