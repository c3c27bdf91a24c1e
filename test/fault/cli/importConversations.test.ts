import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importConversationsReportSchema } from '../../../extension/palace/contract/filing/conversationSchemas.ts';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { fixturePath } from '../../fixtures/conversationFixtures.ts';
import { sessionLine, sessionText } from '../../fixtures/palaces/conversationPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { zipOf } from '../../fixtures/zipFile.ts';

const files = {
  'package.json': '{ "name": "harbor" }\n',
  'talks/session.jsonl': sessionText(
    sessionLine(0, 'user', 'Why did the quokka relay fail?'),
    sessionLine(1, 'assistant', 'Its coil was wet.'),
    'not json',
  ),
  'talks/notes.md': '# Notes\n\nNobody speaks here.\n',
  'corpus.jsonl': '{"text":"The narwhal crane lifts twelve tonnes.","wing":"cranes","room":"facts"}\n',
};

/** The ZIP archive of a fixture's folder, with a picture that nobody needs, as accounts hand it out. */
const zipped = (folder: string, name: string): string => {
  const from = fixturePath(name);
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((file) => file !== 'damaged.json' && statSync(path.join(from, file)).isFile())
    .map((file) => ({ name: file.replaceAll(path.sep, '/'), content: readFileSync(path.join(from, file)) }));
  const archive = path.join(folder, `${name}.zip`);
  writeFileSync(archive, zipOf([...files, { name: 'files/quay.png', content: 'a picture' }]));
  return archive;
};

it('an import refuses --wing for anything but conversations, and files nothing then', () => {
  const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  writeFiles(folder, files);
  for (const words of [
    ['corpus.jsonl'],
    ['corpus.jsonl', '--format', 'drawers'],
    ['corpus.jsonl', '--dry-run'],
    ['talks', 'corpus.jsonl'],
  ]) {
    const { code, stdout, stderr } = runCli(palace, folder, 'import', ...words, '--wing', 'other', '--no-wait');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/--wing.*conversations/);
  }
  expect(runCli(palace, folder, 'list', '--all', '--json').stdout).not.toMatch(/narwhal|quokka/);
});

it('an import of folders without any conversation makes no palace; one conversation far inside is enough for one', () => {
  const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  writeFiles(folder, {
    'pictures/quay.png': 'a picture',
    'notes/berths.md': '# Berths\n\nNobody speaks here.\n',
    'notes/list.json': '{"berths": [1, 2]}\n',
    'talks/2026/11/session.jsonl': files['talks/session.jsonl'],
    'spoken/winch.md': '## User\n\nWhy did the winch fail?\n\n## Assistant\n\nIts gear was dry.\n',
  });
  const imported = (...words: string[]) => {
    const { code, stdout } = runCli(palace, folder, 'import', ...words, '--no-wait');
    return { code, stdout, isMade: existsSync(palace) };
  };
  const nothing = 'Imported 0 drawers of 0 conversations; 0 duplicates; skipped: ';
  expect(imported('pictures')).toEqual({ code: 0, stdout: `${nothing}none.\n`, isMade: false });
  expect(imported('pictures', '--format', 'claude')).toMatchObject({ code: 0, isMade: false });
  expect(imported('pictures', 'notes')).toEqual({
    code: 1,
    stdout: `${nothing}not a conversation 2.\n`,
    isMade: false,
  });
  expect(imported('notes', 'talks')).toMatchObject({ code: 0, isMade: true });
  expect(runCli(palace, folder, 'delete', '--yes').code).toBe(0);
  // A transcript looks like any other text until it is read.
  expect(imported('spoken')).toMatchObject({ code: 0, isMade: true });
});

describe('importing conversations from the command line', () => {
  it('recognises formats by content, names damaged files, and adds nothing the second time', () => {
    const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(folder, files);
    const first = runCli(palace, folder, 'import', 'talks', 'corpus.jsonl', '--no-wait', '--json');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toMatchObject({
      conversations: 1,
      added: 2,
      duplicates: 0,
      skipped: { invalid_json: 1, not_a_conversation: 1 },
      problems: [{ file: path.join(folder, 'talks', 'session.jsonl'), where: 'line 3', reason: 'invalid_json' }],
    });
    const again = runCli(palace, folder, 'import', 'talks', '--format', 'auto', '--no-wait', '--json');
    expect(importConversationsReportSchema.parse(JSON.parse(again.stdout))).toMatchObject({
      conversations: 1,
      added: 0,
      duplicates: 1,
    });
    expect(
      runCli(palace, folder, 'import', 'talks/session.jsonl', '--format', 'claude', '--wing', 'talks', '--no-wait')
        .stdout,
    ).toContain('Imported 0 drawers of 1 conversation; 1 duplicate; skipped: not JSON 1.');
    const found = searchResultSchema.parse(
      JSON.parse(
        runCli(palace, folder, 'search', 'quokka', 'relay', 'wing:talks', 'type:conversation', '--json').stdout,
      ),
    );
    expect(found.results).toMatchObject([
      {
        text: 'Why did the quokka relay fail?\n\nIts coil was wet.',
        room: 'Why-did-the-quokka-relay-fail',
        source_file: 'talks/session.jsonl',
      },
    ]);
  });

  it('names what is damaged in a file, a transcript or a channel each time that it is imported', () => {
    const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(folder, {
      ...files,
      'slack/channels.json': '[{ "id": "C1", "name": "quay" }]',
      'slack/users.json': '[]',
      'slack/quay/2026-01-03.json':
        '[{ "type": "message", "user": "U1", "ts": "1767430800.1", "text": "The bollard is loose." }]',
      'slack/quay/2026-01-04.json': '[{ "type": "message"',
    });
    // Old enough to count as unchanged by their time.
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      utimesSync(path.join(folder, name), new Date('2026-01-05T00:00:00Z'), new Date('2026-01-05T00:00:00Z'));
    const imported = () => {
      const { stdout } = runCli(palace, folder, 'import', 'talks', 'slack', '--no-wait', '--json');
      return importConversationsReportSchema.parse(JSON.parse(stdout));
    };
    const [first, second, third] = [imported(), imported(), imported()];
    expect(first).toMatchObject({
      added: 2,
      problems: [
        { file: path.join(folder, 'talks', 'session.jsonl'), where: 'line 3' },
        { file: path.join(folder, 'slack', 'quay'), where: '2026-01-04.json' },
      ],
    });
    for (const { problems, skipped, added, duplicates } of [second, third])
      expect({ problems, skipped, added, duplicates }).toEqual({
        problems: first.problems,
        skipped: first.skipped,
        added: 0,
        duplicates: 2,
      });
    // What was mended is no longer named.
    writeFiles(folder, { 'talks/session.jsonl': files['talks/session.jsonl'].replace('not json', '') });
    expect(imported().problems).toEqual([first.problems[1]]);
  });

  it('imports exports of Claude.ai, Continue, Gemini and Slack, zipped or not, and finds their texts', () => {
    const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(folder, { 'package.json': '{ "name": "harbor" }\n' });
    const exports = [zipped(folder, 'claude-ai'), ...['continue', 'gemini', 'slack'].map(fixturePath)];
    writeFileSync(path.join(folder, 'torn.zip'), readFileSync(zipped(folder, 'slack')).subarray(0, 900));
    const first = runCli(palace, folder, 'import', ...exports, '--no-wait', '--json');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toMatchObject({
      conversations: 9,
      added: 14,
      skipped: { helper: 1, no_exchanges: 2 },
      problems: [],
    });
    const again = runCli(
      palace,
      folder,
      'import',
      path.join(folder, 'slack.zip'),
      'torn.zip',
      '--no-wait',
      '--json',
    );
    expect(JSON.parse(again.stdout)).toMatchObject({
      conversations: 3,
      added: 0,
      duplicates: 5,
      problems: [{ file: path.join(folder, 'torn.zip'), reason: 'damaged' }],
    });
    expect(readdirSync(palace)).not.toContain('import-copy');
    const found = searchResultSchema.parse(
      JSON.parse(runCli(palace, folder, 'search', 'who has the key of pier 4', '--json').stdout),
    );
    expect(found.results[0]).toMatchObject({ room: 'general' });
    expect(found.results[0]?.text).toContain('Bo Ferryman: It hangs in the office now.');
    // What was said right after it is lifted towards it.
    const bell = runCli(palace, folder, 'search', 'fog bell tested', '--explain', '--json').stdout;
    expect(
      searchResultSchema
        .parse(JSON.parse(bell))
        .results.map(({ text, score_events: events = [] }) => [
          text.split('\n')[0],
          events.flatMap(({ phase, reason }) => (phase === 'neighbour' ? [reason] : [])),
        ]),
    ).toContainEqual([
      'bell-bot: Bell rang 3 < 5 times',
      [expect.stringMatching(/^the drawer right before it fits better, at /)],
    ]);
  });

  it('says in one line what cannot be imported', () => {
    const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    expect(runCli(palace, folder, 'import', 'gone.jsonl')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^.*gone\.jsonl can't be read: ENOENT\. .*\(E_IMPORT_FORMAT\)\n$/),
    });
    expect(runCli(palace, folder, 'import', 'gone.jsonl', '--format', 'telepathy').code).toBe(2);
  });

  it('says in a dry run what it would import, and makes no palace', () => {
    const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(folder, files);
    expect(runCli(palace, folder, 'import', 'talks', 'corpus.jsonl', '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Would import 2 drawers of 1 conversation; 0 duplicates; skipped: /m),
    });
    expect(existsSync(palace)).toBe(false);
  });
});
