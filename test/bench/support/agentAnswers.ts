import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { mempalaceSearch } from '../../../extension/agent/tools/searchTools.ts';
import type { PalaceApi } from '../../../extension/palace/contract/palaceApi.ts';

/** Tokens of the answers that are compared, at four characters each. */
export const agentBudgets = [1000, 2000, 4000] as const;

/** The files that the MCP server's search names to an agent: in the heads of the results, not within their texts. */
export const filesInAnswer = async (
  api: PalaceApi,
  query: string,
  tokens: number,
): Promise<ReadonlySet<string>> => {
  const { text } = await mempalaceSearch.call(
    () => Promise.resolve(api),
    { query, token_budget: tokens, dry_run: true },
    {
      session: { id: 'bench', given: new Set(), saved: new Set(), onProblem: () => undefined },
      workspace: () => Promise.resolve('.'),
    },
  );
  return new Set([...text.matchAll(/^\d+ (.+?):\d+–\d+(?=, \d| · |$)/gmu)].map(([, file = '']) => file));
};

/** The program, of the machine or of the editor that the tests use. */
export const ripgrep = (): string | undefined => {
  const host = path.resolve('.vscode-host');
  const inHost = `node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}/rg`;
  const bundled = (existsSync(host) ? readdirSync(host) : []).map((name) => path.join(host, name, inHost));
  return ['rg', ...bundled].find((program) => spawnSync(program, ['--version']).status === 0);
};

/** The files in ripgrep's output for the query's words, any of them, in any case, cut at the same size. */
export const filesInRipgrep = (rg: string, folder: string, query: string, tokens: number): ReadonlySet<string> => {
  const words = [...new Set(query.match(/[\p{L}\p{N}_]{3,}/gu) ?? [])];
  const { stdout } = spawnSync(
    rg,
    [
      '--ignore-case',
      '--line-number',
      '--no-heading',
      '--hidden',
      '--sort=path',
      '--fixed-strings',
      ...words.flatMap((word) => ['-e', word]),
      '.',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 },
  );
  const cut = stdout.slice(0, tokens * 4);
  return new Set([...cut.matchAll(/^\.\/(.+?):\d+:/gm)].map(([, file = '']) => file));
};
