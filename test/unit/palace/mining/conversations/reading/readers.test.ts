import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../../../extension/palace/mining/conversations/reading/detectFormat.ts';
import { readTranscript } from '../../../../../../extension/palace/mining/conversations/reading/transcriptReader.ts';
import { fixtureBytes, readBytes } from '../../../../../fixtures/conversationFixtures.ts';
import { sessionLine, sessionText } from '../../../../../fixtures/palaces/conversationPalace.ts';

const bytes = (text: string): Buffer => Buffer.from(text);
const turnsOf = async (text: string, format: 'claude' | 'codex' | 'vscode-chat' | 'chatgpt') =>
  (await readBytes(bytes(text), format)).conversations.map(({ exchanges }) =>
    exchanges.map(({ user, assistant }) => [user, assistant]),
  );

describe('a Claude Code session', () => {
  const command = (ordinal: number, name: string, words = '') =>
    sessionLine(
      ordinal,
      'user',
      `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>${words}</command-args>`,
    );

  it('has a slash command as a turn where it was answered, and not where nothing came of it', async () => {
    expect(
      await turnsOf(
        sessionText(
          sessionLine(0, 'user', 'first'),
          sessionLine(1, 'assistant', 'one'),
          command(2, 'review', 'the tide table'),
          sessionLine(3, 'assistant', 'It names no zone.'),
          command(4, 'clear'),
          sessionLine(5, 'user', 'second'),
          sessionLine(6, 'assistant', 'two'),
        ),
        'claude',
      ),
    ).toEqual([
      [
        ['first', 'one'],
        ['/review the tide table', 'It names no zone.'],
        ['second', 'two'],
      ],
    ]);
  });

  it('has each record once, however often a resumed session repeats it', async () => {
    const lines = [sessionLine(0, 'user', 'first'), sessionLine(1, 'assistant', 'one')];
    expect(await turnsOf(sessionText(...lines, ...lines, sessionLine(2, 'user', 'second')), 'claude')).toEqual([
      [
        ['first', 'one'],
        ['second', ''],
      ],
    ]);
  });

  it('keeps an answer whose question is lost', async () => {
    expect(
      await turnsOf(sessionText(sessionLine(1, 'assistant', 'one'), sessionLine(2, 'user', 'second')), 'claude'),
    ).toEqual([
      [
        ['', 'one'],
        ['second', ''],
      ],
    ]);
  });
});

describe('a Codex session', () => {
  const event = (payload: unknown) =>
    JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', type: 'event_msg', payload });

  it('is read from its events where it has no items', async () => {
    expect(
      await turnsOf(
        sessionText(
          event({ type: 'user_message', message: 'old' }),
          event({ type: 'agent_message', message: 'answer' }),
          event({
            type: 'item_completed',
            item: { type: 'UserMessage', content: [{ type: 'text', text: 'new' }] },
          }),
          event({
            type: 'item_completed',
            item: { type: 'AgentMessage', content: [{ type: 'Text', text: 'reply' }] },
          }),
        ),
        'codex',
      ),
    ).toEqual([
      [
        ['old', 'answer'],
        ['new', 'reply'],
      ],
    ]);
  });

  it.each([
    '<environment_context>\nCurrent working directory: /home/you/harbor\nApproval: never',
    '<environment_context>\n  <cwd>/home/you/harbor</cwd>\n</environment_context>',
  ])('knows its folder from what it was told first, where its header does not', async (text) => {
    const read = await readBytes(
      bytes(
        sessionText(JSON.stringify({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })),
      ),
      'codex',
    );
    expect(read.conversations).toMatchObject([{ cwd: '/home/you/harbor', exchanges: [] }]);
  });
});

describe('other chats', () => {
  it('a request of VS Code without words does not lend its answer to the one before', async () => {
    const requests = [
      { message: { text: 'first' }, response: [{ value: 'one' }] },
      { message: { text: '' }, response: [{ value: 'two' }] },
      { message: 'third', response: 'three' },
    ];
    expect(await turnsOf(JSON.stringify({ sessionId: 's', requests }), 'vscode-chat')).toEqual([
      [
        ['first', 'one'],
        ['', 'two'],
        ['third', 'three'],
      ],
    ]);
  });

  it('of a cut-off export of ChatGPT the conversations before the cut are kept', async () => {
    const text = fixtureBytes('chatgpt/conversations.json').toString('utf8');
    const read = await readBytes(bytes(text.slice(0, text.indexOf('"title":null') + 400)), 'chatgpt');
    expect(read.conversations.map(({ title, exchanges }) => [title, exchanges.length])).toEqual([
      ['Slack water', 3],
    ]);
    expect(read.problems).toEqual([{ where: '', reason: 'invalid_json' }]);
  });

  it("a transcript's answers may quote; a text that merely quotes is none", () => {
    expect(
      readTranscript('User: who said it?\nAssistant: The log:\n> it rang\nThat is all.\n').exchanges,
    ).toMatchObject([{ user: 'who said it?', assistant: 'The log:\n> it rang\nThat is all.' }]);
    expect(readTranscript('An essay.\n\n> a quote\n\nMore of it.\n').exchanges).toEqual([]);
    expect(readTranscript('Note: this\nUser: nobody answers\n').exchanges).toEqual([]);
  });
});

it('a key of blanks is read to its end', async () => {
  // What takes time by the square of this never ends.
  const read = await readBytes(bytes(`{"a${' '.repeat(2 ** 20)}": [], "conversations": []}`), 'chatgpt');
  expect(read.conversations).toEqual([]);
});

describe('a transcript', () => {
  const turns = '\nUser: lamp?\nAssistant: lit\n';

  it.each([
    ['# The lamp', 'The lamp'],
    ['#\t The lamp ## ', 'The lamp'],
    ['# C# and F#', 'C# and F'],
    ['# ##', '#'],
    ['## The lamp', null],
    ['#lamp', null],
    ['#  ', null],
  ])('%j as its heading has the title %j', (heading, title) => {
    expect(readTranscript(`${heading}${turns}`).title).toBe(title);
  });

  it.each(['## User', '## **User**', '## **User:**', '##   User:  ', '## ** user ** '])(
    'has turns that begin with %j',
    (heading) => {
      const { exchanges } = readTranscript(`${heading}\nlamp?\n## Assistant\nlit\n`);
      expect(exchanges).toMatchObject([{ user: 'lamp?', assistant: 'lit' }]);
    },
  );

  // What takes time by the square of these never ends.
  const blanks = ' '.repeat(2 ** 20);
  it.each([
    ['a heading of blanks', `# ${blanks}*`],
    ['a heading of two lines in one', `# ${blanks}x${blanks}\u2028${blanks}x`],
    ['a heading of #', `# x${'#'.repeat(2 ** 20)}x`],
    ['a heading of blanks and #', `# ${' #'.repeat(2 ** 19)}x`],
    ['a turn of blanks', `User:${blanks}a\u2028b`],
    ['a fence without end', `${'`'.repeat(2 ** 20)}\u2028x`],
    ['a role that is said', `${'#'.repeat(2 ** 20)} User said:${blanks}x`],
  ])('is read to its end behind %s', (_, line) => {
    expect(readTranscript(`${line}\n`).exchanges).toEqual([]);
  });
});

describe('telling a file by its content', () => {
  it.each([
    [
      'a session whose first line is longer than what is looked at',
      sessionText(sessionLine(0, 'user', 'x'.repeat(400_000))),
      'claude',
    ],
    [
      'a session behind lines that are broken',
      `{"type":"us\n${sessionText(sessionLine(0, 'user', 'x'))}`,
      'claude',
    ],
    ['JSON of another kind', '{"compilerOptions": {"strict": true}}', undefined],
    ['lines of JSON of another kind', '{"level":"info"}\n{"level":"warn"}\n', undefined],
    ['a list of numbers and texts', '["a", 1]', undefined],
    ['a transcript that begins with a time', '[2026-03-02 08:15] User: lamp?\n', 'markdown'],
    ['drawers', '{"text":"a","wing":"w","room":"r"}\n', 'drawers'],
    ['bytes', 'User: \u0000', undefined],
    // What takes time by the square of these never ends.
    ['blanks before a list', `${' '.repeat(256 * 1024 - 2)}[x`, 'markdown'],
    ['blanks before an object', `${' '.repeat(256 * 1024 - 2)}{x`, undefined],
  ])('%s', (_, text, format) => expect(detectFormat(bytes(text).subarray(0, 256 * 1024))?.format).toBe(format));
});
