import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wireText } from '../../../../extension/palace/contract/errorTextSchema.ts';
import { errorText } from '../../../../extension/palace/model/errors/errorText.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import {
  conflictText,
  exchangeText,
  isMine,
  seenText,
  stateText,
  teamItemText,
  teamTitle,
  warningsText,
  wingText,
} from '../../../../extension/editor/team/teamText.ts';
import { drawerFacts } from '../../../../extension/editor/memory/drawerText.ts';
import { hitText } from '../../../../extension/editor/search/hitText.ts';
import { drawerOf, hitOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';
import { teamOf } from './fakeTeam.ts';

const entry = (changes: Parameters<typeof teamOf>[0]) => teamItemText(teamOf(changes), english);
const problem = 'The team’s server refused ada. Give the password.';

describe('the team in the status bar', () => {
  it('is a sign of its own while there is nothing to do', () => {
    expect(entry({})).toEqual({
      text: '$(organization)',
      tooltip: 'Team: web, as ada\nall is exchanged · last exchanged 2026-01-02 10:30',
      isWarning: false,
    });
  });

  it('counts conflicts, and warns', () => {
    expect(entry({ conflicts: 2 })).toMatchObject({ text: '$(organization) 2 conflicts', isWarning: true });
    expect(entry({ conflicts: 1 }).tooltip).toContain('1 conflict to settle');
  });

  it('says by a key that the password is asked for, and warns; a server that is away is no warning', () => {
    expect(entry({ state: 'refused', needs_password: true, problem })).toMatchObject({
      text: '$(organization) $(key)',
      isWarning: true,
    });
    expect(entry({ state: 'refused', problem })).toMatchObject({ text: '$(organization) $(warning)' });
    expect(entry({ state: 'away', problem: 'No answer.', waiting: 3 })).toEqual({
      text: '$(organization) $(debug-disconnect)',
      tooltip: expect.stringContaining('No answer. · last exchanged 2026-01-02 10:30 · 3 changes to send'),
      isWarning: false,
    });
  });
});

describe('the team in the menu', () => {
  it('has the server’s address until it has answered', () => {
    const status = teamOf({ team: null, member: null, exchanged_at: null });
    expect(teamTitle(status, english)).toBe('postgresql://ada@db.example.org/memory');
    expect(exchangeText(status, english)).toBe('all is exchanged');
  });

  it('says of a wing what one may do there, and whether it is here', () => {
    const wing = { wing: 'docs', right: 'writer', shared: false, drawers: 12, includes_sensitive: true } as const;
    expect(wingText(wing, english)).toBe('writer · 12 drawers · with sensitive ones · not in this palace');
    const plain = { ...wing, has_other_model: true, includes_sensitive: false };
    expect(wingText({ ...plain, shared: true }, english)).toBe('writer · 12 drawers');
    expect(wingText({ ...plain, shared: true }, english, { isSizeKnown: false })).toBe('writer');
    expect(wingText(plain, english)).toBe(
      'writer · 12 drawers · not in this palace · with vectors of another model',
    );
  });

  it('says of a wing that its right was taken away, or given and not made use of', () => {
    const wing = { wing: 'docs', right: 'reader', shared: true, drawers: 3, includes_sensitive: false } as const;
    expect(wingText({ ...wing, right_there: null }, english)).toBe('no right to it any more');
    expect(wingText({ ...wing, right_there: 'owner' }, english)).toBe(
      'reader · you may write: share the wing · 3 drawers',
    );
    expect(wingText({ ...wing, right_there: 'reader' }, english)).toBe('reader · 3 drawers');
  });

  it('says of another palace when it was seen, and how far behind it is', () => {
    const palace = { name: 'app', member: 'ben', seen_at: '2026-01-02T10:30:00.000Z', is_this: false };
    expect(seenText({ ...palace, behind: 4 }, english)).toBe('seen 2026-01-02 10:30 · up to 4 changes behind');
    for (const behind of [0, null]) expect(seenText({ ...palace, behind }, english)).toBe('seen 2026-01-02 10:30');
    expect(seenText({ ...palace, earlier_id: 'a' }, english)).toBe(
      'seen 2026-01-02 10:30 · this palace before it was restored or copied',
    );
  });

  it('names a conflict by how the drawer begins, and by its ID where that is not shown', () => {
    const answer = (id: string, by: string | null) => ({ drawer_id: id, text_start: id, filed_by: by });
    const conflict = {
      drawer_id: 'd',
      text_start: '# The limit',
      kind: 'edited' as const,
      member: 'ben',
      at: '2026-01-02T10:30:00.000Z',
      answers: [answer('a', null), answer('b', 'ben')],
    };
    expect(conflictText(conflict, english)).toEqual({
      label: 'The limit',
      detail: '2 versions; the last by ben on 2026-01-02',
    });
    expect(conflictText({ ...conflict, text_start: '', kind: 'circle' }, english)).toEqual({
      label: 'd',
      detail: 'The team refused what ben wanted on 2026-01-02: drawers would replace each other',
    });
    expect(conflict.answers.map((each) => isMine(each, 'ada'))).toEqual([true, false]);
    expect(isMine(answer('c', 'ada'), 'ada')).toBe(true);
  });
});

it('a drawer’s facts say who filed it, if that was somebody else', () => {
  expect(drawerFacts(drawerOf(1), english)).toContain('filed 2026-01-02 · never opened');
  expect(drawerFacts(drawerOf(1, { filed_by: 'ben' }), english)).toContain(
    'filed 2026-01-02 by ben · never opened',
  );
  expect(hitText(hitOf(1, { filed_by: 'ben' }), [], english).detail).toContain('filed 2026-01-02 by ben');
});

it('says in the display language what the server’s problem is', () => {
  const translated = { ...english, t: (text: string, ...values: unknown[]) => `<${text}|${values.join()}>` };
  const texts = [
    { template: 'The server refused {0}.', values: ['ada'] },
    { template: 'Give the password.', values: [] },
  ];
  expect(stateText(teamOf({ state: 'refused', problem: 'In English.', problem_texts: texts }), translated)).toBe(
    '<Nothing is exchanged. {0}|<The server refused {0}.|ada> <Give the password.|>>',
  );
});

describe('a server that can’t be reached', () => {
  const german = JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8')) as Readonly<Record<string, string>>;
  const inGerman = {
    ...english,
    t: (text: string, ...values: unknown[]) =>
      (german[text] ?? expect.fail(`not translated: ${text}`)).replace(/\{(\d)\}/g, (_, at) =>
        String(values[Number(at)]),
      ),
  };
  const error = new PalaceError(
    'E_TEAM_UNREACHABLE',
    errorText`The team's server at ${'db.example.org'}:${5432} can't be reached: ${'connect ECONNREFUSED 192.0.2.17:5432'}`,
  );
  const away = teamOf({
    state: 'away',
    problem: `${error.message} ${error.remedy}`,
    problem_texts: [wireText(error.messageText), wireText(error.remedyText)],
    waiting: 3,
  });
  /** About as much as a row of the list shows. */
  const widest = 110;

  it('is told when the team could not be left, and so is what an exchange could not do', () => {
    expect(
      warningsText(
        [`The team could not be told: ${error.message}`, 'd1 is left out: it has another text here'],
        inGerman,
      ),
    ).toBe(
      'Das Team konnte nicht benachrichtigt werden: Der Server des Teams unter db.example.org:5432 ist nicht erreichbar: connect ECONNREFUSED 192.0.2.17:5432. d1 wird ausgelassen: es hat hier einen anderen Text.',
    );
    expect(
      warningsText(
        ['You may only read the wing docks from now on. What you change in it stays in this palace.'],
        inGerman,
      ),
    ).toBe('Der Flügel docks ist ab jetzt nur lesbar. Änderungen daran bleiben in diesem Palast.');
    expect(warningsText([], inGerman)).toBeNull();
  });

  it.each([
    ['English', english, /can.t be reached/g, /tried again|retried/g],
    ['German', inGerman, /nicht erreichbar/g, /erneut versucht/g],
  ])('says so once, in a row that is not cut off and in full: %s', (_, localiser, gone, again) => {
    const row = exchangeText(away, localiser, { isRow: true });
    expect(row.length).toBeLessThan(widest);
    const { tooltip } = teamItemText(away, localiser);
    for (const text of [row, tooltip])
      expect([text.match(gone), text.match(again)]).toEqual([[expect.anything()], [expect.anything()]]);
    expect(tooltip).toContain('192.0.2.17');
  });
});
