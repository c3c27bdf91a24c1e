import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dayMs, hourMs } from '../../../../extension/base/time.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { TeamPlayer } from '../../../fixtures/team/teamPlayer.ts';

it('changes of a palace whose clock jumps are applied in the order of sending, and none is held up', async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'synapse-team-clock-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const team = new MemoryTeam();
  let jump = 0;
  const [ann, ben] = await Promise.all(
    [
      ['ann', () => new Date(Date.UTC(2026, 2, 1) + jump)] as const,
      ['ben', () => new Date(Date.UTC(2026, 2, 1))] as const,
    ].map(async ([name, clock]) => {
      const opened = await new TeamPlayer(path.join(place, name), name, clock).open();
      onTestFinished(() => opened.close());
      team.invite(name, 'harbor', 'writer');
      await opened.share('harbor', 'writer');
      return opened;
    }),
  );
  if (ann === undefined || ben === undefined) expect.fail('nobody is there');
  const [annsServer, bensServer] = [team.connect('ann'), team.connect('ben')];
  const exchange = async (): Promise<void> => {
    for (const [who, server] of [
      [ann, annsServer],
      [ben, bensServer],
      [ann, annsServer],
    ] as const)
      await who.sync(server);
  };
  const own = await ann.save('Berth seven is closed.');
  await exchange();
  for (const [round, by] of [365 * dayMs, -365 * dayMs, hourMs, -hourMs].entries()) {
    jump = by;
    const note = await ann.save(`Note ${round}.`, 'harbor', { tags: [`t${round}`] });
    await ann.update(own, { pinned: round % 2 === 0, importance: 0.1 * (round + 1) });
    await exchange();
    await ben.update(own, { archived: round % 2 === 0 });
    await exchange();
    await ann.restart();
    await ben.update(note, { tags_add: ['seen'] });
    await exchange();
    if (round === 1) {
      await ann.erase(note);
      await exchange();
    }
    expect(ann.holdings()).toEqual(ben.holdings());
    expect(ann.holdings()[own]).toMatchObject({ pinned: round % 2 === 0, importance: 0.1 * (round + 1) });
    for (const palace of [ann, ben]) expect(palace.store.read.team.outboxState().waiting).toBe(0);
  }
  expect(ben.live().length).toBe(4);
});
