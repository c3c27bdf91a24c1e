import { describe, expect, it } from 'vitest';
import { FrameChannel, strangerLimits } from '../../../../extension/service/socket/frameChannel.ts';
import { greetOwner, refuse, welcomeClient, type Speaker } from '../../../../extension/service/wire/handshake.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { socketPair } from '../../../fixtures/socketPair.ts';

const caller = {
  workspace: 'harbor',
  profileLayers: [{ source: 'user settings', profiles: { quick: { final_k: 3 } } }],
};
const us: Speaker = { protocol: 4, version: '1.4.0' };
const channels = async (): Promise<readonly [FrameChannel, FrameChannel]> => {
  const [client, owner] = await socketPair();
  return [new FrameChannel(client, strangerLimits), new FrameChannel(owner, strangerLimits)];
};
/** How it went on both sides. */
const greet = async (
  ownerToken: string,
  clientToken: string,
  owner: Speaker = us,
  client: Speaker = us,
): Promise<readonly [unknown, unknown]> => {
  const [near, far] = await channels();
  const outcomes = await Promise.allSettled([
    greetOwner(near, clientToken, caller, client).finally(() => near.close('done')),
    welcomeClient(far, ownerToken, owner).then(({ caller: who, ready }) => {
      ready(17);
      return who;
    }),
  ]);
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as unknown),
  ) as [unknown, unknown];
};

describe('the greeting between a client and an owner', () => {
  it('tells the owner who calls and the client the palace’s revision, once both know the token', async () => {
    expect(await greet('a token', 'a token')).toEqual([17, caller]);
  });

  it('refuses who does not know the token, and never sends it', async () => {
    const [client, owner] = await greet('a token', 'another');
    expect(client).toMatchObject({ code: 'E_NOT_ALLOWED' });
    expect(owner).toMatchObject({ code: 'E_NOT_ALLOWED' });
    const [raw, far] = await socketPair();
    const heard: Buffer[] = [];
    raw.on('data', (chunk: Buffer) => heard.push(chunk));
    void welcomeClient(new FrameChannel(far, strangerLimits), 'a token').catch(() => undefined);
    await expect.poll(() => Buffer.concat(heard).toString()).toContain('nonce');
    expect(Buffer.concat(heard).toString()).not.toContain('a token');
  });

  it.each(['0'.repeat(64), 'é'.repeat(64), '', '\ud800'.repeat(64)])(
    'refuses an owner that does not know the token: %j',
    async (proof) => {
      const [near, far] = await channels();
      const joined = greetOwner(near, 'a token', caller, us);
      far.send({ palace: 'synapse-palace', ...us, nonce: 'n' });
      await far.next();
      far.send({ state: 'ready', proof, revision: 1 });
      await expect(joined).rejects.toMatchObject({ code: 'E_NOT_ALLOWED' });
    },
  );

  it.each([
    [
      'an older owner',
      { protocol: 3, version: '1.3.0' },
      us,
      /1\.3\.0.*1\.4\.0.*the other is older/,
      /Update the other one/,
    ],
    [
      'an older client',
      us,
      { protocol: 3, version: '1.3.0' },
      /1\.4\.0.*1\.3\.0.*this one is older/,
      /Update this one/,
    ],
  ])('says which side is older: %s', async (_, owner, client, message, remedy) => {
    const [seen] = await greet('a token', 'a token', owner, client);
    expect(seen).toMatchObject({
      code: 'E_PROTOCOL_VERSION',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    });
  });

  it('tells a client of another version so, even one that says nothing else that is known', async () => {
    const [near, far] = await channels();
    const refused = welcomeClient(far, 'a token', us);
    await near.next();
    const answer = near.next();
    near.send({ protocol: 9, version: '3.0.0', hello: 'in a form of later' });
    await expect(refused).rejects.toMatchObject({ code: 'E_PROTOCOL_VERSION' });
    expect(await answer).toMatchObject({ state: 'refused', code: 'E_PROTOCOL_VERSION' });
  });

  it.each([
    [null],
    ['hello'],
    [{ protocol: 4 }],
    [{ protocol: 4, version: '1', nonce: 'n', proof: 'p', caller: 5 }],
  ])('refuses %j for a greeting', async (message) => {
    const [near, far] = await channels();
    const refused = welcomeClient(far, 'a token', us);
    await near.next();
    near.send(message);
    await expect(refused).rejects.toMatchObject({ code: 'E_MESSAGE' });
  });

  it('hands over why the owner can’t serve, code and remedy', async () => {
    const [near, far] = await channels();
    const joined = greetOwner(near, 'a token', caller, us);
    await welcomeClient(far, 'a token', us);
    refuse(far, new PalaceError('E_PALACE_NEWER', 'The palace is of tomorrow.', { remedy: 'Wait.' }));
    await expect(joined).rejects.toMatchObject({
      code: 'E_PALACE_NEWER',
      message: 'The palace is of tomorrow.',
      remedy: 'Wait.',
    });
  });
});
