import { describe, expect, it } from 'vitest';
import { limitedProgram } from '../../../../../extension/palace/mining/git/limitedProgram.ts';

const call = { file: '/usr/bin/git', args: ['log', '$(touch pwned)'] };

describe('a program with a memory limit', () => {
  it('is started by the shell on Linux, which gets the program’s words as words', () => {
    const { file, args, notStarted } = limitedProgram(call, 1 << 30, 'linux');
    expect(file).toBe('/bin/sh');
    expect(args).toEqual([
      '-c',
      expect.stringMatching(/^ulimit -d 1048576 .*exec "\$0" "\$@"$/),
      call.file,
      ...call.args,
    ]);
    expect(notStarted).toEqual([126, 127]);
  });

  it.each(['darwin', 'win32'] as const)('is started as it is on %s, which has no such limit', (platform) => {
    expect(limitedProgram(call, 1 << 30, platform)).toEqual({ ...call, notStarted: [] });
  });
});
