import type pg from 'pg';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { WingRight } from '../../palace/team/teamServer.ts';
import { migrate } from './migrate.ts';
import { newPassword, scramVerifier } from './scramVerifier.ts';
import { fromStored, toStored } from './storedText.ts';
import { checkSchema, withClient } from './teamConnection.ts';
import { parseTeamUrl, type TeamAddress } from './teamUrl.ts';

export type { WingRight } from '../../palace/team/teamServer.ts';

/** A member as an administrator sees them. */
interface TeamMember {
  readonly team: string;
  readonly name: string;
  readonly role: string;
  readonly wings: readonly { readonly wing: string; readonly right: WingRight }[];
}

/** What a new member is given. The password is shown once and saved nowhere; null: they were a member already. */
interface Invitation {
  readonly url: string;
  readonly password: string | null;
  /** Whether this took the wing's last owner away. */
  readonly isOwnerless: boolean;
}

/**
 * What an administrator of the database does. The login needs the right to create roles; for {@link setup} also the right to create
 * schemas and the extension. All methods reject like those of `TeamServer`.
 */
export class TeamAdmin {
  readonly #address: TeamAddress;
  readonly #password: string | null;

  constructor(url: string, password: string | null) {
    this.#address = parseTeamUrl(url);
    this.#password = password;
  }

  /** Creates the schema, the roles and the team, or brings the schema up to date. Repeating it changes nothing. */
  async setup(team: string): Promise<void> {
    await withClient(this.#address, this.#password, async (client) => {
      await migrate(client, this.#address);
      await asOwner(client, () =>
        client.query('INSERT INTO synapse_palace.teams (name) VALUES ($1) ON CONFLICT DO NOTHING', [nameOf(team)]),
      );
    });
  }

  /** Creates a login role for a new member and gives it a right to a wing, which is created if it does not exist. */
  async invite(team: string, member: string, wing: string, right: WingRight): Promise<Invitation> {
    const name = nameOf(member);
    if (wing.trim() === '') throw new PalaceError('E_USAGE', 'A wing needs a name.');
    const role = `synapse_${nameOf(team)}_${name}`.toLowerCase();
    return this.#administer(async (client) => {
      const number = await numberOf(client, team);
      const isNew = !(await this.#isMember(client, role, { team: number, name }));
      const password = isNew ? await this.#makeRole(client, role) : null;
      const isOwnerless = await asOwner(client, async () => {
        await client.query(
          `INSERT INTO synapse_palace.members (role, team, name) VALUES ($1, $2, $3)
           ON CONFLICT (role) DO UPDATE SET removed_at = NULL`,
          [role, number, name],
        );
        const key = [number, toStored(wing)];
        await client.query(
          'INSERT INTO synapse_palace.wings (team, wing) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          key,
        );
        const owned = await onlyOwnedBy(client, role);
        await client.query(
          `INSERT INTO synapse_palace.wing_rights (team, wing, role, may) VALUES ($1, $2, $3, $4)
           ON CONFLICT (team, wing, role) DO UPDATE SET may = excluded.may`,
          [...key, role, right],
        );
        return right !== 'owner' && owned.includes(toStored(wing));
      });
      const url = new URL(this.#address.shown);
      url.username = role;
      return { url: url.href, password, isOwnerless };
    });
  }

  async members(): Promise<readonly TeamMember[]> {
    return this.#administer(async (client) =>
      asOwner(client, async () => {
        const { rows } = await client.query<TeamMember>(
          `SELECT t.name AS team, m.name, m.role, (SELECT coalesce(jsonb_agg(jsonb_build_object('wing', wing, 'right', may)
             ORDER BY wing), '[]') FROM synapse_palace.wing_rights r WHERE r.role = m.role) AS wings
           FROM synapse_palace.members m JOIN synapse_palace.teams t USING (team)
           WHERE removed_at IS NULL ORDER BY t.name, m.name`,
        );
        return rows;
      }),
    );
  }

  /**
   * Takes the right to one wing away at once, from open connections, too; the member stays one. Their palaces keep what they have of
   * the wing and can't answer for it any more: no erasure in it waits for them. Returns whether the wing has lost its last owner.
   */
  async revoke(team: string, member: string, wing: string): Promise<boolean> {
    const [name, stored] = [nameOf(member), toStored(wing)];
    return this.#administer(async (client) => {
      const number = await numberOf(client, team);
      const { wasGiven, isOwnerless } = await asOwner(client, async () => {
        await client.query(`${lockedWings} WHERE team = $1 AND wing = $2 FOR NO KEY UPDATE`, [number, stored]);
        const { rows } = await client.query<{ role: string; isOwnerless: boolean }>(
          `DELETE FROM synapse_palace.wing_rights r USING synapse_palace.members m
           WHERE m.role = r.role AND m.team = $1 AND m.name = $2 AND r.team = $1 AND r.wing = $3
           RETURNING r.role, r.may = 'owner' AND NOT ${hasOtherOwner} AS "isOwnerless"`,
          [number, name, stored],
        );
        for (const table of ['palace_wings', 'erasures_due'])
          await client.query(
            `DELETE FROM synapse_palace.${table} t USING synapse_palace.palaces p
             WHERE p.team = t.team AND p.palace = t.palace AND p.role = $1 AND t.team = $2 AND t.wing = $3`,
            [rows[0]?.role, number, stored],
          );
        return { wasGiven: rows.length > 0, isOwnerless: rows[0]?.isOwnerless === true };
      });
      if (!wasGiven)
        throw new PalaceError(
          'E_TEAM',
          errorText`${member} has no right to the wing ${wing} in the team ${team}.`,
          {
            remedy: '`synapse-palace team members` lists the members with their rights.',
          },
        );
      return isOwnerless;
    });
  }

  /**
   * Removes the login and all rights at once, from open connections, too. What the member filed stays under their name. Their palaces
   * can't answer any more: they leave, so that no erasure waits for them. Returns the wings that have lost their last owner.
   */
  async removeMember(team: string, member: string): Promise<readonly string[]> {
    return this.#administer(async (client) => {
      const number = await numberOf(client, team);
      const { role, ownerless } = await asOwner(client, async () => {
        const { rows } = await client.query<{ role: string }>(
          `UPDATE synapse_palace.members SET removed_at = now() WHERE team = $1 AND name = $2 AND removed_at IS NULL RETURNING role`,
          [number, nameOf(member)],
        );
        const owned = await onlyOwnedBy(client, rows[0]?.role);
        await client.query('DELETE FROM synapse_palace.wing_rights WHERE role = $1', [rows[0]?.role]);
        for (const table of ['palace_wings', 'erasures_due'])
          await client.query(
            `DELETE FROM synapse_palace.${table} t USING synapse_palace.palaces p
             WHERE p.team = t.team AND p.palace = t.palace AND p.role = $1`,
            [rows[0]?.role],
          );
        await client.query(
          'UPDATE synapse_palace.palaces SET left_at = now() WHERE role = $1 AND left_at IS NULL',
          [rows[0]?.role],
        );
        return { role: rows[0]?.role, ownerless: owned };
      });
      if (role === undefined)
        throw new PalaceError('E_TEAM', errorText`${member} is not a member of the team ${team}.`);
      await client.query(`DROP ROLE ${client.escapeIdentifier(role)}`);
      return ownerless.map(fromStored);
    });
  }

  /**
   * Whether the member has the role already. Throws E_USAGE if it is, or was, somebody else's: names that differ only in capitals, and
   * teams and members whose joined names are equal, would share one login.
   */
  async #isMember(client: pg.Client, role: string, as: { readonly team: number; readonly name: string }) {
    const { rows } = await client.query<{ team: number; of: string; name: string; is_member: boolean }>(
      `SELECT team, t.name AS of, m.name, removed_at IS NULL AS is_member
       FROM synapse_palace.members m JOIN synapse_palace.teams t USING (team) WHERE role = $1`,
      [role],
    );
    const [known] = rows;
    if (known === undefined) return false;
    if (known.team !== as.team || known.name !== as.name)
      throw new PalaceError(
        'E_USAGE',
        errorText`${as.name} would get the login ${role}, which is that of ${known.name} in the team ${known.of}.`,
        { remedy: 'Choose another name. `synapse-palace team members` lists the members with their logins.' },
      );
    return known.is_member;
  }

  /** Creates the role and returns its password. The server only gets the verifier. */
  async #makeRole(client: pg.Client, role: string): Promise<string> {
    const password = newPassword();
    const verifier = client.escapeLiteral(scramVerifier(password));
    await client.query(
      `CREATE ROLE ${client.escapeIdentifier(role)} LOGIN PASSWORD ${verifier} IN ROLE synapse_palace_member`,
    );
    return password;
  }

  /** All or nothing. */
  async #administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient(this.#address, this.#password, async (client) => {
      await client.query('BEGIN');
      await asOwner(client, () => checkSchema(client, this.#address));
      const done = await work(client);
      await client.query('COMMIT');
      return done;
    });
  }
}

/**
 * Whoever takes rights to a wing away first locks its row: of two administrators who take the last two owners at one moment, the
 * second sees what the first did. The lock is none that a member's changes wait for.
 */
const lockedWings = 'SELECT FROM synapse_palace.wings';

/** Of a right `r`. */
const hasOtherOwner = `EXISTS (SELECT FROM synapse_palace.wing_rights o
  WHERE o.team = r.team AND o.wing = r.wing AND o.role <> r.role AND o.may = 'owner')`;

/** The wings, as they are stored, that nobody but this login owns. */
const onlyOwnedBy = async (client: pg.Client, role: string | undefined): Promise<readonly string[]> => {
  await client.query(
    `${lockedWings} WHERE (team, wing) IN (SELECT team, wing FROM synapse_palace.wing_rights WHERE role = $1 AND may = 'owner')
     ORDER BY team, wing FOR NO KEY UPDATE`,
    [role],
  );
  const { rows } = await client.query<{ wing: string }>(
    `SELECT wing FROM synapse_palace.wing_rights r WHERE role = $1 AND may = 'owner' AND NOT ${hasOtherOwner} ORDER BY wing`,
    [role],
  );
  return rows.map(({ wing }) => wing);
};

/** Runs work as the schema's owner, a role that nobody logs in as. */
const asOwner = async <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  await client.query('SET ROLE synapse_palace_owner');
  const done = await work();
  await client.query('RESET ROLE');
  return done;
};

const numberOf = async (client: pg.Client, team: string): Promise<number> =>
  asOwner(client, async () => {
    const { rows } = await client.query<{ team: number }>(
      'SELECT team FROM synapse_palace.teams WHERE name = $1',
      [team],
    );
    const [row] = rows;
    if (row === undefined)
      throw new PalaceError('E_TEAM', errorText`There is no team ${team} in this database.`, {
        remedy: 'Create it first: synapse-palace team setup URL --team NAME.',
      });
    return row.team;
  });

/** A name that a role can have. */
const nameOf = (name: string): string => {
  if (/^[a-z0-9][a-z0-9._-]{0,23}$/i.test(name)) return name;
  throw new PalaceError(
    'E_USAGE',
    errorText`“${name}” can’t be the name of a team or a member: use 1 to 24 letters, digits, dots, underscores and hyphens.`,
  );
};
