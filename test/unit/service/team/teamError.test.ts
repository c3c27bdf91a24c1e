import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { PostgresTeamServer } from '../../../../extension/service/team/postgresTeamServer.ts';

const hello = (url: string): Promise<unknown> => {
  const server = new PostgresTeamServer(url, 'password');
  onTestFinished(() => server.close());
  return server.hello({ id: 'a', name: 'Ada’s' });
};

it('a server that stops during the handshake of TLS is away, and is tried again', async () => {
  const stopping = createServer((client) => {
    client.on('error', () => undefined);
    // The request for TLS is answered, the handshake is not.
    client.once('data', () => {
      client.write('S');
      client.once('data', () => client.destroy());
    });
  });
  await new Promise<void>((resolve) => stopping.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void stopping.close());
  const { port } = stopping.address() as AddressInfo;
  await expect(hello(`postgresql://ada@127.0.0.1:${port}/memory?sslmode=require`)).rejects.toMatchObject({
    code: 'E_TEAM_UNREACHABLE',
    message: expect.stringMatching(/can't be reached/),
  });
});

it('a host that is not found is away, whatever its name', async () => {
  await expect(hello('postgresql://ada@tls.invalid/memory')).rejects.toMatchObject({ code: 'E_TEAM_UNREACHABLE' });
});
