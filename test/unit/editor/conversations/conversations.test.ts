import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConversationImporter } from '../../../../extension/editor/conversations/conversationImporter.ts';
import { exchangeDocument } from '../../../../extension/editor/conversations/exchangeText.ts';
import { importProblemsText, importText, leftOut } from '../../../../extension/editor/conversations/importText.ts';
import {
  claudeFolderName,
  sessionFolders,
  sessionRoots,
} from '../../../../extension/editor/conversations/sessionPlaces.ts';
import { PalaceSession } from '../../../../extension/editor/palace/palaceSession.ts';
import type {
  ConversationImportReport,
  ExchangeView,
} from '../../../../extension/palace/contract/filing/conversationSchemas.ts';
import type { Params } from '../../../../extension/palace/contract/palaceApi.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { connectionOf, statusOf } from '../fakePalace.ts';
import { inGerman } from '../germanLocaliser.ts';
import { english } from '../localiser.ts';

const report = (values: Partial<ConversationImportReport>): ConversationImportReport => ({
  conversations: 0,
  added: 0,
  duplicates: 0,
  updated: 0,
  skipped: {},
  problems: [],
  elapsed_ms: 1,
  ...values,
});

describe('where sessions are looked for', () => {
  it("is the home folder, unless the programs' own variables say otherwise", () => {
    expect(sessionRoots('/home/you', {})).toEqual({
      claude: path.join('/home/you', '.claude', 'projects'),
      codex: path.join('/home/you', '.codex', 'sessions'),
      continue: path.join('/home/you', '.continue', 'sessions'),
    });
    expect(
      sessionRoots('/home/you', { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '', CONTINUE_GLOBAL_DIR: '/d' }),
    ).toEqual({
      claude: path.join('/c', 'projects'),
      codex: path.join('/home/you', '.codex', 'sessions'),
      continue: path.join('/d', 'sessions'),
    });
  });

  it("is each folder of Claude Code whose name begins with the workspace's, and nothing where the program was never used", async () => {
    const root = temporaryFolder();
    for (const name of ['-home-you-harbor', '-home-you-harbor-packages-app', '-home-you-harbour', '-home-you'])
      mkdirSync(path.join(root, name));
    expect(claudeFolderName('/home/you/my.harbor_2')).toBe('-home-you-my-harbor-2');
    expect(await sessionFolders('claude', root, ['/home/you/harbor'])).toEqual(
      ['-home-you-harbor', '-home-you-harbor-packages-app'].map((name) => path.join(root, name)),
    );
    expect(await sessionFolders('codex', root, ['/home/you/harbor'])).toEqual([root]);
    expect(await sessionFolders('claude', path.join(root, 'none'), ['/home/you/harbor'])).toEqual([]);
    expect(await sessionFolders('codex', path.join(root, 'none'), ['/home/you/harbor'])).toEqual([]);
  });
});

describe('taking conversations in', () => {
  const importer = (trusted: boolean) => {
    const calls: Params<'importConversations'>[] = [];
    const { connection } = connectionOf({
      status: () => Promise.resolve(statusOf(0)),
      importConversations: (request) => {
        calls.push(request);
        return Promise.resolve(report({ conversations: 1, added: 2 }));
      },
    });
    const session = new PalaceSession({
      connect: () => Promise.resolve(connection),
      exists: () => Promise.resolve(true),
      prepare: () => Promise.resolve(),
      log: () => undefined,
      plan: () => ({
        kind: 'connect',
        options: { folder: '/p', workspace: null, distFolder: '', modelFolder: '' },
      }),
    });
    const workspace = { folders: [{ path: '/w', name: 'w' }], file: null, name: 'w', trusted };
    return {
      calls,
      importer: new ConversationImporter({
        session,
        workspace: () => workspace,
        place: () => ({ kind: 'place', folder: '/p', inWorkspace: null }),
      }),
    };
  };

  it('looks for no sessions in a workspace that is not trusted, and takes the files that were chosen all the same', async () => {
    const { calls, importer: untrusted } = importer(false);
    await expect(untrusted.sessions(['claude'], {})).rejects.toMatchObject({ code: 'E_FOLDER_UNREADABLE' });
    expect(calls).toEqual([]);
    await untrusted.files(['/elsewhere/a.jsonl'], {});
    expect(calls).toEqual([
      { files: ['/elsewhere/a.jsonl'], within_workspace: false, workspace_folders: [{ path: '/w', name: 'w' }] },
    ]);
  });
});

describe('what an import came to', () => {
  it('is said in a sentence that names what is new, what was there and what could not be read', () => {
    expect(
      importText(
        report({
          conversations: 2,
          added: 1234,
          duplicates: 5,
          updated: 1,
          skipped: { invalid_json: 3, other_workspace: 40 },
        }),
        english,
      ),
    ).toBe(
      'Imported conversations: 2 conversations, 1,234 new drawers, 1 exchange brought up to date, 5 drawers were there already, lines or files that could not be read: 3.',
    );
    expect(importText(report({ skipped: { not_a_conversation: 1 } }), english)).toBe(
      'No conversation was found there.',
    );
    expect(leftOut(report({ skipped: { helper: 2, other_workspace: 1, unknown_type: 7 } }))).toBe(0);
  });

  it('says places and reasons in the display language, and leaves those of a later version as they are', () => {
    const problems = [
      { file: '/a.json', where: 'message 3 of “Line 3”', reason: 'bad_content' },
      { file: '/a.json', where: 'stanza 3', reason: 'unrhymed' },
      { file: '/a.json', where: 'line 3', reason: 'invalid_json' },
    ];
    expect(importProblemsText(report({ skipped: { not_a_conversation: 1 }, problems }), inGerman)).toContain(
      'keine Unterhaltung: 1\n\n/a.json\n  Nachricht 3 von „Line 3“: in unerwarteter Form\n  stanza 3: unrhymed\n  Zeile 3: kein JSON\n',
    );
  });

  it('lists what was not taken by reason and place', () => {
    const problems = [
      { file: '/a.jsonl', where: 'line 3', reason: 'invalid_json' },
      { file: '/b.md', where: '', reason: 'not_a_conversation' },
      { file: '/a.jsonl', where: 'line 9', reason: 'invalid_json' },
    ];
    expect(
      importProblemsText(report({ skipped: { not_a_conversation: 1, invalid_json: 2 }, problems }), english),
    ).toBe(
      'What was not taken from the files, by reason\n\nnot JSON: 2\nnot a conversation: 1\n\n/a.jsonl\n  line 3: not JSON\n  line 9: not JSON\n\n/b.md\n  not a conversation\n',
    );
  });
});

describe('the document of an exchange', () => {
  const view = (
    asked: ExchangeView['asked'],
    turns: ExchangeView['turns'] = [
      { role: 'user', text: 'Is it dusk?', start: 0 },
      { role: 'assistant', text: 'In nine\nminutes.', start: 13 },
    ],
  ): ExchangeView => ({
    title: 'Dusk\nand dawn',
    format: 'claude',
    exchange: 4,
    filed_at: '2026-03-02T08:15:00.000Z',
    source_file: 'talks/dusk.jsonl',
    turns,
    asked,
    drawer_ids: ['d'],
  });

  it('has each turn word for word under its speaker', () => {
    expect(exchangeDocument(view({ start: 0, end: 29 }), english).text).toBe(
      '# Dusk and dawn\n\n2026-03-02 · Claude Code · exchange 5  \ntalks/dusk.jsonl\n\n## User\n\nIs it dusk?\n\n## Claude Code\n\nIn nine\nminutes.\n',
    );
  });

  it('does not put messages of Slack under a speaker, since they begin with one', () => {
    const slack = { ...view({ start: 0, end: 11 }), format: 'slack' };
    expect(exchangeDocument(slack, english).text).toContain(
      '· Slack · exchange 5  \ntalks/dusk.jsonl\n\n## Message\n\nIs it dusk?\n\n## Replies\n\nIn nine',
    );
  });

  it('marks the part that the drawer holds, whether it lies in one turn or in both', () => {
    const marked = (start: number, end: number): string => {
      const document = exchangeDocument(view({ start, end }), english);
      return document.text.slice(document.start, document.end);
    };
    expect(marked(0, 11)).toBe('Is it dusk?');
    expect(marked(16, 20)).toBe('nine');
    expect(marked(6, 20)).toBe('dusk?\n\n## Claude Code\n\nIn nine');
    expect(marked(0, 29)).toBe('Is it dusk?\n\n## Claude Code\n\nIn nine\nminutes.');
  });
});
