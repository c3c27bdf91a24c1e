import { describe, expect, it } from 'vitest';
import { parseTeamUrl } from '../../../../extension/service/team/teamUrl.ts';

describe('the URL of a team', () => {
  it('has all parts, and is kept without the password', () => {
    expect(parseTeamUrl('postgresql://ada%20b:p%40ss@db.example.org/web')).toEqual({
      host: 'db.example.org',
      port: 5432,
      user: 'ada b',
      database: 'web',
      password: 'p@ss',
      tls: { rejectUnauthorized: true, servername: 'db.example.org' },
      shown: 'postgresql://ada%20b@db.example.org/web',
    });
  });

  it.each(['disable', 'allow', 'prefer'])('needs no TLS on this machine, with sslmode=%s either', (mode) => {
    for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
      expect(parseTeamUrl(`postgresql://ada@${host}:1/web?sslmode=${mode}`).tls).toBe(false);
      expect(parseTeamUrl(`postgresql://ada@${host}:1/web`).tls).toBe(false);
      expect(parseTeamUrl(`postgresql://ada@${host}:1/web?sslmode=require`).tls).toMatchObject({
        rejectUnauthorized: true,
      });
    }
    expect(parseTeamUrl('postgresql://ada@localhost/web?host=/run/postgresql')).toMatchObject({
      host: '/run/postgresql',
      tls: false,
    });
  });

  it.each(['allow', 'prefer', 'require', 'verify-ca', 'verify-full'])(
    'verifies elsewhere, with sslmode=%s',
    (mode) => {
      for (const host of ['db.example.org', '10.0.0.1', '[2001:db8::1]', '127.0.0.1.example.org'])
        expect(parseTeamUrl(`postgresql://ada@${host}/web?sslmode=${mode}`).tls).toMatchObject({
          rejectUnauthorized: true,
        });
    },
  );

  it('refuses to send anything unencrypted elsewhere', () => {
    expect(() => parseTeamUrl('postgresql://ada@db.example.org/web?sslmode=disable')).toThrow(
      expect.objectContaining({ code: 'E_TEAM_TLS' }),
    );
    expect(() => parseTeamUrl('postgresql://ada@db.example.org/web?sslrootcert=/no/such/file')).toThrow(
      expect.objectContaining({ code: 'E_TEAM_TLS' }),
    );
  });

  it.each([
    'db.example.org',
    'mysql://ada@db/web',
    'postgresql://db/web',
    'postgresql://ada@db',
    'postgresql://ada:secret@db/web?sslmode=none',
    'postgresql://ada:secret@db/web?options=-c',
    'postgresql://ada:secret@db:x/web',
    'postgresql://ada:p/secret@db/web',
    'postgresql://ada:p:secret@db:x/web',
    'postgresql://ada:p@secret@db:x/web',
    'postgresql://ada:p?secret@db/web',
    'postgresql://ada:p#secret@db/web',
    'postgresql://ada:p%secret@db/web',
    'mysql://ada:p:secret@db/web',
    'ada:p/secret@db/web',
  ])('is refused if it is wrong, without showing the password: %s', (url) => {
    expect(() => parseTeamUrl(url)).toThrow(
      expect.objectContaining({ code: 'E_USAGE', message: expect.not.stringContaining('secret') }),
    );
  });
});
