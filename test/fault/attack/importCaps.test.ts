import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { longestLine } from '../../../extension/palace/filing/byteLines.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const lineOf = (text: string): string => JSON.stringify({ text, wing: 'port', room: 'notes' });
const message = (text: string): string =>
  JSON.stringify({
    type: 'user',
    uuid: `u-${text.length}`,
    sessionId: 's',
    timestamp: '2026-03-01T10:00:00Z',
    cwd: '/port',
    message: { role: 'user', content: text },
  });

describe('an import of absurdly long lines', () => {
  it('skips lines over the limit, reports them, and files the others', () => {
    const folder = temporaryFolder();
    const huge = 'x'.repeat(longestLine);
    writeFileSync(
      path.join(folder, 'memory.jsonl'),
      `${lineOf('The crane is inspected in March.')}\n${lineOf(huge)}\n${lineOf('secret_'.repeat(500_000))}\n`,
    );
    writeFileSync(
      path.join(folder, 'session.jsonl'),
      `${message('Where are the berths?')}\n${message(huge)}\n${message('And the tides?')}\n`,
    );
    const palace = path.join(folder, 'palace');
    const drawers = runCli(palace, folder, 'import', 'memory.jsonl', '--json', '--no-wait');
    expect(drawers.code, drawers.stderr).toBe(0);
    expect(JSON.parse(drawers.stdout)).toMatchObject({ added: 2, skipped: { too_long: 1 } });
    const session = runCli(palace, folder, 'import', 'session.jsonl', '--json', '--no-wait');
    expect(session.code, session.stderr).toBe(0);
    expect(session.stdout).toContain('"too_long":1');
    expect(runCli(palace, folder, 'list', '--json').stdout).toContain('And the tides?');
  });
});
