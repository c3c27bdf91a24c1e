import { expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { linkedAndMerged } from '../../../../fixtures/palaces/linkedPalaces.ts';

/** Commits about the crane, so many that they fill a pool, and files that match less; the last commit changed the last file. */
const repository = (name: string, commits: number, files: number): readonly object[] => {
  const filed = (minute: number): string => new Date(Date.UTC(2026, 2, 4, 10, minute)).toISOString();
  return [
    ...Array.from({ length: commits }, (_, n) => ({
      id: `${name}-commit-${n}`,
      text: `Paint the harbour crane ${name}, part ${n}${n === commits - 1 ? ` and its winch\nFiles: ${name}/file${files - 1}.ts (+1/-0)` : ''}`,
      ...{ wing: name, room: 'git', type: 'git_commit', source_file: `${name}.git`, filed_at: filed(200 * n) },
    })),
    ...Array.from({ length: files }, (_, n) => ({
      id: `${name}-file-${n}`,
      text: `export const lift${n} = (load: number) => load * ${n}; // of the crane ${name}, ${'with much else beside it '.repeat(4 + ((n + 1) % 5))}`,
      ...{ wing: name, room: 'src', type: 'file', source_file: `${name}/file${n}.ts`, filed_at: filed(n) },
    })),
  ];
};

it('files keep their places beside many commits, and gain by them, across linked palaces as within one', async () => {
  const { own, merged, close } = await linkedAndMerged(repository('here', 70, 40), repository('there', 45, 60));
  const found = async (palace: Palace, overrides: Record<string, unknown> = {}) => {
    const { results } = await palace.search({
      query: 'the winch of the harbour crane',
      ...{ k: 200, explain: true, dry_run: true, overrides },
    });
    return results.map(({ text, score, score_events: events }) => ({
      text,
      score,
      history: events?.find(({ phase }) => phase === 'history')?.reason,
    }));
  };
  const files = (hits: Awaited<ReturnType<typeof found>>) => hits.filter(({ text }) => text.startsWith('export'));

  const expected = await found(merged);
  expect(files(expected)).toHaveLength(75);
  expect(files(expected)[0]?.history).toMatch(/^the commit “Paint the harbour crane \w+, part /);
  expect(files(expected).filter(({ history }) => history !== undefined)).toHaveLength(2);
  expect(await found(own)).toEqual(expected);
  expect(files(await found(merged, { history_weight: 0 })).length).toBeLessThan(75);
  await close();
});
