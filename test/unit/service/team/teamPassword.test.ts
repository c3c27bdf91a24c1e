import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { passwordFor } from '../../../../extension/service/team/teamPassword.ts';
import { parseTeamUrl } from '../../../../extension/service/team/teamUrl.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const address = parseTeamUrl('postgresql://ada@db.example.org/memory');
const line = '*:*:memory:ada:quay\n';

it('an empty PGPASSWORD counts as none and hides no line of .pgpass', () => {
  const file = path.join(temporaryFolder(), 'pgpass');
  writeFileSync(file, line, { mode: 0o600 });
  expect(passwordFor(address, null, { PGPASSWORD: 'set', PGPASSFILE: file })).toBe('set');
  expect(passwordFor(address, null, { PGPASSWORD: '', PGPASSFILE: file })).toBe('quay');
});

it.runIf(process.platform !== 'win32')('an empty PGPASSFILE counts as none', () => {
  const home = temporaryFolder();
  vi.stubEnv('HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFileSync(path.join(home, '.pgpass'), line, { mode: 0o600 });
  expect(passwordFor(address, null, { PGPASSFILE: '' })).toBe('quay');
});
