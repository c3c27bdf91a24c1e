import { describe, expect, it } from 'vitest';
import { withPassword } from '../../../../../extension/cli/commands/team/withPassword.ts';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';

const server = (right: string) => {
  let given: string | undefined;
  return {
    api: {
      teamUnlock: async ({ password }: { readonly password: string }) => {
        given = password;
        return {} as never;
      },
    },
    call: async () => {
      if (given !== right) throw new PalaceError('E_TEAM_LOGIN', 'The team’s server refused ada.');
      return 'exchanged';
    },
  };
};

describe('a call that needs the team’s server', () => {
  it('asks for the password if the server refuses the login, and is made again', async () => {
    const asked: string[] = [];
    const { api, call } = server('right');
    const ask = async (question: string) => (asked.push(question), 'right');
    expect(await withPassword(api, call, ask)).toBe('exchanged');
    expect(asked).toEqual(['Password: ']);
  });

  it('asks once: a wrong password is an error', async () => {
    const { api, call } = server('right');
    let asked = 0;
    await expect(withPassword(api, call, async () => `wrong ${(asked += 1)}`)).rejects.toMatchObject({
      code: 'E_TEAM_LOGIN',
    });
    expect(asked).toBe(1);
  });

  it('does not ask for anything else, and not where there is nobody to ask', async () => {
    const nobody = async () => null;
    const never = async () => expect.fail('asked');
    const { api, call } = server('right');
    await expect(withPassword(api, call, nobody)).rejects.toMatchObject({ code: 'E_TEAM_LOGIN' });
    const away = async () => Promise.reject(new PalaceError('E_TEAM_UNREACHABLE', 'away'));
    await expect(withPassword(api, away, never)).rejects.toMatchObject({ code: 'E_TEAM_UNREACHABLE' });
    expect(await withPassword(api, async () => 'done', never)).toBe('done');
  });
});
