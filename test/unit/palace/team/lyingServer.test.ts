import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isoTime } from '../../../../extension/palace/model/drawer/ids.ts';
import type {
  Json,
  NumberedChange,
  SharedDrawer,
  TeamField,
  TeamServer,
} from '../../../../extension/palace/team/teamServer.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { sharedDrawer } from '../../../fixtures/team/teamChanges.ts';
import { TeamPlayer } from '../../../fixtures/team/teamPlayer.ts';

/** What a team's server, or a member with its password, may send to get at more than the shared wing. */

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
let ben: TeamPlayer;
let server: TeamServer;
let seq: number;

beforeEach(async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'synapse-lying-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const team = new MemoryTeam();
  team.invite('ben', 'harbor', 'writer');
  ben = await new TeamPlayer(place, 'ben', () => new Date(Date.UTC(2026, 2, 1))).open();
  onTestFinished(() => ben.close());
  await ben.share('harbor', 'writer');
  server = team.connect('ben');
  await ben.sync(server);
  seq = 100;
});

/** A lying server need not keep to the values that a field can have. */
const sent = (drawerId: string, field: TeamField, value: Json | SharedDrawer = null): NumberedChange =>
  ({
    seq: (seq += 1),
    wing: 'harbor',
    drawerId,
    field,
    value,
    at: isoTime(0),
    member: 'eve',
    palace: 'eves',
    refused: false,
    previous: null,
  }) as NumberedChange;
const added = (id: string, fields: Record<string, unknown> = {}): NumberedChange =>
  sent(id, 'add', sharedDrawer(id, `The text of ${id}.`, { wing: 'harbor', type: 'insight', ...fields }));
/** The server, but for what it answers to a pull. */
const answering = (pull: TeamServer['pull']): TeamServer => ({
  ...server,
  hello: async (palace) => ({ ...(await server.hello(palace)), lastSeq: seq }),
  pull,
});
const take = (...changes: readonly NumberedChange[]) =>
  ben.sync(answering(async () => ({ changes, done: changes.at(-1)?.seq ?? 0, more: false })));
const idsHere = () =>
  ben.store.read
    .scanDrawers(0, 100)
    .map(({ id }) => id as string)
    .sort();

describe('a drawer in a wing that is not shared, if the server lies', () => {
  let own: string;
  beforeEach(async () => {
    own = await ben.save('My own plan, which nobody else has.', 'private');
  });
  const state = () => ben.store.read.drawerById(own as never);

  it('can’t be erased, pinned or archived by its ID', async () => {
    const before = state();
    await take(
      sent(own, 'erase'),
      sent(own, 'pinned', true),
      sent(own, 'archived', { at: isoTime(0), reason: 'x' }),
    );
    expect(state()).toEqual(before);
  });

  it.each(['1', 'e'])('is not damaged by the erasure of a drawer of the team with the ID %j', async (id) => {
    const before = state();
    const shared = ben.store.read.team.sharedWings();
    await take(added(id));
    await take(sent(id, 'erase'));
    await ben.restart();
    expect(ben.store.health.state).toBe('ok');
    expect(state()).toEqual(before);
    expect(ben.store.read.team.sharedWings()).toEqual(shared.map((wing) => ({ ...wing, pulledSeq: seq })));
    expect(idsHere()).toEqual([own]);
  });

  it('is not erased as the summary of an erased shared drawer', async () => {
    await take(added('bait'), sent('bait', 'consolidated_into', own));
    await take(sent('bait', 'erase'));
    expect(idsHere()).toEqual([own]);
    await take(added('lure', { consolidated_into: own }));
    await take(sent('lure', 'erase'));
    expect(idsHere()).toEqual([own]);
  });

  it('gets no additional part, since a note keeps its own source', async () => {
    const source = state()?.sourceId ?? expect.fail('no source');
    await take(
      added('part', {
        type: 'insight',
        source_file: 'note',
        source: { id: source, kind: 'note' },
        chunk_index: 1,
      }),
    );
    expect(ben.store.read.drawersOfSource(source).map(({ id }) => id)).toEqual([own]);
    await take(sent('part', 'erase'));
    expect(idsHere()).toEqual([own]);
  });

  it('gets no new neighbour by a record that names its wing', async () => {
    await take(added('stray', { wing: 'private' }), added('fine'));
    expect(idsHere()).toEqual(['fine', own].sort());
    expect(ben.warnings).toEqual([expect.stringContaining('stray is left out')]);
  });
});

it('a tag that is empty, in the record of one of the team’s drawers, does not damage the palace', async () => {
  await take(added('tagged', { tags: ['', 'kept'] }));
  await ben.restart();
  expect(ben.store.health.state).toBe('ok');
  expect([...ben.store.read.tagsOf(['tagged' as never]).values()]).toEqual([['kept']]);
});

describe('an impossible answer of the server', () => {
  it.each<[string, () => Awaited<ReturnType<TeamServer['pull']>>]>([
    [
      'a change of another wing',
      () => ({ changes: [{ ...added('x'), wing: 'private' }], done: 101, more: false }),
    ],
    ['numbers that fall', () => ({ changes: [added('x'), { ...added('y'), seq: 7 }], done: 101, more: false })],
    ['a number that is none', () => ({ changes: [{ ...added('x'), seq: NaN }], done: 101, more: false })],
    ['an end that is none', () => ({ changes: [], done: NaN, more: false })],
    ['an end before the beginning', () => ({ changes: [], done: -1, more: false })],
    ['more, without end', () => ({ changes: [], done: 0, more: true })],
  ])('ends the exchange with an error and without a change: %s', async (_, answer) => {
    await expect(ben.sync(answering(async () => answer()))).rejects.toMatchObject({ code: 'E_TEAM' });
    expect(idsHere()).toEqual([]);
    await take(added('later'));
    expect(idsHere()).toEqual(['later']);
  });
});

describe('a pulled drawer with values that no palace writes', () => {
  it('is left out or corrected, and later changes still arrive', async () => {
    await take(
      added('far', { filed_at: '+200000-01-01T00:00:00.000Z' }),
      added('kept'),
      sent('kept', 'archived', { at: '+200000-01-01T00:00:00.000Z', reason: 'x' }),
      sent('kept', 'tag', '\ud800'),
      sent('kept', 'tag', `use ${token} here`),
      sent('kept', 'room', `use ${token} here`),
      sent('kept', 'archived', { at: isoTime(0), reason: `use ${token} here` }),
      added('last'),
    );
    await ben.restart();
    expect(idsHere()).toEqual(['kept', 'last']);
    const kept = ben.store.read.wholeDrawers(['kept'])[0];
    expect(kept?.drawer).toMatchObject({ archived: true, archivedAt: isoTime(0) });
    expect(kept?.tags).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(token);
  });
});

describe('a decision that only a person makes', () => {
  it('can’t be made by the server: sensitive drawers stay here', async () => {
    const secret = await ben.save('The code of the gate is 4711.', 'harbor', { sensitive: true });
    const sentIds: string[] = [];
    const lying: TeamServer = {
      ...server,
      hello: async (palace) => {
        const state = await server.hello(palace);
        return { ...state, wings: state.wings.map((wing) => ({ ...wing, includesSensitive: true })) };
      },
      push: async (palace, changes) => {
        sentIds.push(...changes.map(({ drawerId }) => drawerId));
        return server.push(palace, changes);
      },
    };
    const open = await ben.save('The gate is green.');
    await ben.sync(lying);
    await ben.update(secret, { tags_add: ['gate'] });
    await ben.sync(lying);
    expect([...new Set(sentIds)]).toEqual([open]);
  });

  it('can’t be made by the server: a wing taken for reading sends nothing', async () => {
    await ben.share('harbor', 'reader');
    const mine = await ben.save('My own words on the harbour.');
    await ben.sync(server);
    expect(ben.store.read.team.outboxState().waiting).toBe(0);
    await ben.update(mine, { pinned: true });
    await ben.sync(server);
    expect(await server.pull('', 'harbor', 0, 10).catch(() => null)).toBeNull();
    expect(ben.store.read.team.sharedWings()).toMatchObject([{ wing: 'harbor', right: 'reader' }]);
  });
});
