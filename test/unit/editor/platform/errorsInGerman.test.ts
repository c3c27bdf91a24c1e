import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { damageText } from '../../../../extension/editor/commands/palace/damageText.ts';
import { localisedError } from '../../../../extension/editor/platform/localisedError.ts';
import { localisedReason } from '../../../../extension/editor/platform/localisedReason.ts';
import type { Localiser } from '../../../../extension/editor/platform/localiser.ts';
import { statusRows } from '../../../../extension/editor/status/statusRows.ts';
import { importOutcome } from '../../../../extension/editor/transfer/transferText.ts';
import { damagePlace } from '../../../../extension/palace/contract/damagePlace.ts';
import { readSettings } from '../../../../extension/palace/filing/settingsFiles.ts';
import { asReason, errorText } from '../../../../extension/palace/model/errors/errorText.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { palaceProfiles, profileProblems } from '../../../../extension/palace/calls/palaceProfiles.ts';
import { resolveProfile } from '../../../../extension/palace/retrieval/profiles/profiles.ts';
import { backupDatabase } from '../../../../extension/palace/store/backupDatabase.ts';
import { openDatabase } from '../../../../extension/palace/store/openDatabase.ts';
import { openPalace } from '../../../../extension/palace/store/openPalace.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { nodeFileSystem } from '../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../../../../extension/palace/store/realFile/loadSqlite.ts';
import { verifyDatabase } from '../../../../extension/palace/store/verifyDatabase.ts';
import { newDrawer, sqliteWasm, temporaryFolder } from '../../palace/store/samplePalace.ts';
import { statusOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const bundle = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(path.resolve('l10n', 'bundle.l10n.de.json'), 'utf8')));
const german: Localiser = {
  ...english,
  t: (message: string, ...values: (string | number | boolean)[]) =>
    english.t(bundle[message] ?? message, ...values),
};
const messageOf = (thrown: unknown): string => localisedError(thrown, german).message;
const failure = async (run: () => unknown): Promise<unknown> => {
  try {
    await run();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
};

describe('an error in German holds no English but names', () => {
  let place: ReturnType<typeof temporaryFolder>;
  const clock = () => new Date('2026-01-01T00:00:00Z');
  const databasePlace = async () => ({
    folder: place.folder,
    fileSystem: nodeFileSystem,
    sqlite: await loadSqlite(sqliteWasm),
    clock,
  });
  beforeEach(async () => {
    place = temporaryFolder();
    const store = await openPalaceStore({ folder: place.folder, sqliteWasm, clock });
    await store.write((write) => write.insertDrawers([newDrawer('a'), newDrawer('b')]));
    await store.close();
  });
  afterEach(() => place.remove());

  const damaged = async (sql: string) => {
    const database = openDatabase(await databasePlace(), { readOnly: false });
    database.run(sql);
    return database;
  };

  it.each([
    [
      "UPDATE drawers SET text = 'other' WHERE id = 'a'",
      'Fach a',
      'sein Text ist nicht der abgelegte (SHA-256 weicht ab)',
    ],
    ["UPDATE drawers SET importance = 7 WHERE id = 'b'", 'Fach b', 'importance enthält keinen gültigen Wert'],
    [
      "INSERT INTO meta VALUES ('a', x'00')",
      'der Eintrag a der Tabelle meta',
      'value enthält keinen gültigen Wert',
    ],
  ])('after %s: why no backup is kept, and what a check lists', async (sql, where, problem) => {
    const database = await damaged(sql);
    try {
      const refused = await failure(async () =>
        backupDatabase({ ...(await databasePlace()), database: () => database }),
      );
      expect(messageOf(refused)).toBe(
        `Die Sicherung wurde nicht behalten, weil der Palast beschädigt ist: ${where}: ${problem}.`,
      );
      const report = await verifyDatabase(() => database);
      expect(damageText(report.damaged, german)).toBe(`${where}\n  ${problem}\n`);
    } finally {
      database.close();
    }
  });

  it('where more drawers are counted than can be read', async () => {
    const database = openDatabase(await databasePlace(), { readOnly: true });
    try {
      const counting: typeof database = Object.create(database, {
        statement: {
          value: (sql: string) =>
            database.statement(
              sql === 'SELECT count(*) FROM drawers' ? 'SELECT count(*) + 1200 FROM drawers' : sql,
            ),
        },
        failure: { get: () => database.failure },
      });
      const { damaged: rows } = await verifyDatabase(() => counting);
      expect(damageText(rows, german)).toBe('die Fächer\n  1202 werden gezählt, 2 sind lesbar\n');
    } finally {
      database.close();
    }
  });

  it.each([
    ['file', 'palace.sqlite', 'Datei palace.sqlite'],
    ['schema', '', 'das Schema'],
    ['drawers', '', 'die Fächer'],
    ['drawer', 'row 5', 'das Fach in Zeile 5'],
    ['drawer', 'after row 5', 'die Fächer nach Zeile 5'],
    ['table', 'sources', 'Tabelle sources'],
    ['vectors', '3, 4', 'der Eintrag 3, 4 der Tabelle vectors'],
    ['accesses', 'row 12', 'Zeile 12 der Tabelle accesses'],
  ])('where damage is: %s %s', (what, id, said) =>
    expect(localisedReason(damagePlace({ what, id }), german)).toBe(said),
  );

  it('why a palace that can’t be written is not made or migrated, and what its status warns of', async () => {
    const fresh = temporaryFolder();
    const refusal = (isDiskFull: boolean) =>
      failure(async () =>
        openPalace({ ...(await databasePlace()), folder: fresh.folder, isDiskFull, isReadOnly: !isDiskFull }),
      );
    try {
      expect(messageOf(await refusal(true))).toBe(
        `Der Datenträger von ${fresh.folder} ist voll. Dort kann kein Palast angelegt werden.`,
      );
      expect(messageOf(await refusal(false))).toBe(
        `Der Palast in ${fresh.folder} wird hier nur gelesen. Dort kann kein Palast angelegt werden.`,
      );
    } finally {
      fresh.remove();
    }
    const store = await openPalace({ ...(await databasePlace()), isReadOnly: true });
    const { health } = store;
    store.abandon();
    const reason = health.state === 'ok' ? '' : health.reason;
    expect(statusRows({ ...statusOf(2), warnings: [reason] }, german, [])).toContainEqual(
      expect.objectContaining({ label: `Der Palast in ${place.folder} wird hier nur gelesen.` }),
    );
  });

  it.each([
    ['mmr_final_k', 'final_k schreiben'],
    ['synapse_ltp_enabled', 'ltp_enabled schreiben'],
    ['time_decay', 'half_life_days schreiben: null schaltet das Altern aus'],
    ['log_retrievals', 'Weglassen; eine Suche mit dry_run zeichnet nichts auf'],
    ['soft_archive_target_wing', 'Weglassen: ein archiviertes Fach bleibt in seinem Flügel'],
  ])('what to write instead of MemPalace’s flag %s', async (flag, instead) => {
    const layer = { source: 'profiles.json', profiles: { default: { [flag]: 5 } } };
    expect(messageOf(await failure(() => resolveProfile('default', [layer])))).toBe(
      `profiles.json (default): „${flag}“ ist ein Schalter von MemPalace. ${instead}.`,
    );
  });

  it.each([
    ['final_k', 0, 'erwartet wird mindestens 1'],
    ['rerank_budget_ms', 70_000, 'erwartet wird höchstens 60,000'],
    ['half_life_days', 'alt', 'erwartet wird eine Zahl'],
    ['fusion', 'sum', 'erwartet wird eines von convex, rrf'],
    ['candidate_pool_multiplier', 'x', 'erwartet wird eine Zahl oder wing_count'],
  ])('why a profile’s %s can’t be %s', async (flag, value, why) => {
    const layer = { source: 'profiles.json', profiles: { default: { [flag]: value } } };
    expect(messageOf(await failure(() => resolveProfile('default', [layer])))).toBe(
      `profiles.json (default): ${flag} kann nicht ${JSON.stringify(value)} sein: ${why}.`,
    );
  });

  it.each([
    ['{ "calm": 3 }', '„calm“ muss ein Objekt sein'],
    ['[]', 'erwartet wird ein Objekt'],
  ])('why a palace’s profiles.json can’t be %s', async (text, why) => {
    writeFileSync(path.join(place.folder, 'profiles.json'), text);
    expect(messageOf(await failure(() => palaceProfiles(place.folder)))).toMatch(new RegExp(`: ${why}\\.$`));
  });

  const foundOnOpening = async (): Promise<string> => {
    const store = await openPalace({ ...(await databasePlace()), isReadOnly: true });
    const { health } = store;
    store.abandon();
    const reason = health.state === 'ok' ? '' : health.reason;
    const status = { ...statusOf(2), state: 'damaged' as const, warnings: [reason] };
    expect(statusRows(status, german, [])).toContainEqual(
      expect.objectContaining({ label: messageOf(new PalaceError('E_PALACE_DAMAGED', reason)) }),
    );
    return messageOf(new PalaceError('E_PALACE_DAMAGED', reason)).replaceAll(place.folder + path.sep, '');
  };

  it.each([
    [
      "UPDATE drawers SET importance = 7 WHERE id = 'a'",
      'palace.sqlite ist beschädigt, nicht lesbar und ausgelassen: Fach a (importance enthält keinen gültigen Wert).',
    ],
    [
      'UPDATE drawers SET importance = 7',
      'palace.sqlite ist beschädigt, nicht lesbar und ausgelassen: Fach a und 1 weiteres (importance enthält keinen gültigen Wert).',
    ],
    [
      'CREATE TRIGGER later AFTER INSERT ON drawers BEGIN SELECT 1; END',
      'palace.sqlite ist beschädigt: Die Datei ist nicht so, wie dieses Programm sie erstellt: Sie enthält den Trigger „later“, den kein Palast hat.',
    ],
    [
      "DELETE FROM meta WHERE key LIKE '%revision'",
      'palace.sqlite kann nicht verwendet werden: „palace_revision“ fehlt.',
    ],
  ])('what is found damaged on opening, after %s', async (sql, said) => {
    (await damaged(sql)).close();
    expect(await foundOnOpening()).toBe(said);
  });

  it('that the palace is gone and only its log or its index is there', async () => {
    writeFileSync(path.join(place.folder, 'palace.sqlite'), '');
    writeFileSync(path.join(place.folder, 'lexical.idx'), 'x');
    expect(await foundOnOpening()).toBe(
      'palace.sqlite ist leer, aber der Wortindex lexical.idx ist da. Beide löschen, um neu zu beginnen.',
    );
    writeFileSync(path.join(place.folder, 'palace.sqlite-wal'), 'x'.repeat(100));
    expect(await foundOnOpening()).toBe(
      'palace.sqlite fehlt oder ist leer, aber das Log palace.sqlite-wal ist da.',
    );
  });

  it('what is wrong in the palace’s settings and profiles, with the remedy', () => {
    writeFileSync(path.join(place.folder, 'settings.json'), '{ "chunk_target": 1, "shade": 2 }');
    writeFileSync(path.join(place.folder, 'settings.editor.json'), '[]');
    const problems = readSettings(place.folder).problems;
    expect(
      problems.map((problem) => localisedReason(problem, german).replaceAll(place.folder + path.sep, '')),
    ).toEqual([
      'settings.editor.json ist kein Objekt mit Einstellungen. Die Datei wird ausgelassen.',
      expect.stringMatching(
        /^settings\.json: chunk_target muss eine ganze Zahl von \d+ bis \d+ sein, nicht 1\. Die Einstellung wird ausgelassen\.$/,
      ),
      'settings.json: Es gibt keine Einstellung „shade“.',
    ]);
    const layer = { source: 'profiles.json', profiles: { default: { final_k: 0 } } };
    expect(profileProblems(() => [layer], {}).map((problem) => localisedReason(problem, german))).toContain(
      'profiles.json (default): final_k kann nicht 0 sein: erwartet wird mindestens 1. Den Wert berichtigen.',
    );
  });

  it('has an English reason of another program as it is, and keeps a name that reads like a reason', () => {
    const gone = (why: string) =>
      messageOf(
        new PalaceError('E_OWNER_GONE', errorText`The palace's worker could not start: ${asReason(why)}.`),
      );
    expect(gone('exit code 1')).toBe('Der Worker des Palasts konnte nicht starten: Exitcode 1.');
    expect(gone("the palace's lock was lost: another process has taken it, or the folder is gone")).toBe(
      'Der Worker des Palasts konnte nicht starten: die Sperre des Palasts ging verloren: ein anderer Prozess hat sie übernommen, oder der Ordner ist weg.',
    );
    expect(gone('ERR_WORKER_OUT_OF_MEMORY')).toContain(': ERR_WORKER_OUT_OF_MEMORY.');
    expect(
      messageOf(
        new PalaceError(
          'E_TEAM',
          errorText`There is no wing ${'pinned'} here, and none in the team that you may see.`,
        ),
      ),
    ).toContain(' pinned ');
  });

  it('why an import left something out', () => {
    const report = { format: 'jsonl' as const, added: 1, duplicates: 0, warnings: [], elapsed_ms: 1 };
    expect(
      importOutcome({ ...report, skipped: { id_conflict: 2, undecodable: 1, of_later: 3 } }, german),
    ).toContain('Ausgelassen: mit der ID eines anderen Textes 2, kein UTF-8 1, of_later 3.');
  });
});
