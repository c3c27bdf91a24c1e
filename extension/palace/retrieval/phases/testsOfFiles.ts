import * as z from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { fileKindOf } from '../../model/source/fileKind.ts';
import { subjectName } from '../../model/source/testNames.ts';
import type { Candidate } from '../candidates/candidate.ts';

export const fileTestSchema = z.object({
  /** The path of the test. */
  test: z.string(),
  /** 0…1: how many of the query's words it holds, each by its idf. */
  share: z.number(),
  /** IDs of the candidates of the sources that it is called after. */
  drawers: z.array(z.string()),
});
/** A test that is called after a source among the candidates, and what it has in common with the query. */
type FileTest = z.infer<typeof fileTestSchema>;

/** What a search's words found. */
export interface WordsFound {
  /** The drawers in scope that hold one of them; absent: none. */
  readonly slots?: Uint32Array;
  /** 0…1: how many of the words these slots hold together, each by its idf. */
  readonly shareHeld: (slots: readonly number[]) => number;
}

type Sources = Pick<Catalogue, 'testsNamed' | 'sourceNumberOf' | 'sourceFileOf' | 'entry'>;

/**
 * Tests in the search's scope that are called after a candidate's source, are in its wing and hold a word of the query. The whole test
 * counts, also where none of its drawers is a candidate; sensitive drawers are left out, since a share would tell what they hold.
 */
export const testsOfFiles = (
  candidates: readonly Candidate[],
  { slots = new Uint32Array(0), shareHeld }: WordsFound,
  catalogue: Sources,
): FileTest[] => {
  const subjects = subjectsOf(candidates, catalogue);
  if (subjects.size === 0) return [];
  const found = new Map<number, number[]>();
  for (const slot of slots) {
    const source = catalogue.sourceNumberOf(slot);
    if (subjects.has(source)) found.set(source, [...(found.get(source) ?? []), slot]);
  }
  return [...found].flatMap(([test, held]) => {
    const entries = held
      .map((slot) => catalogue.entry(slot))
      .filter(({ type, sensitive }) => type === 'file' && !sensitive);
    const [first] = entries;
    const tested = (subjects.get(test) ?? []).filter(({ entry }) => entry.wing === first?.wing);
    if (first === undefined || tested.length === 0) return [];
    const share = shareHeld(entries.map(({ slot }) => slot));
    return [{ test: catalogue.sourceFileOf(first.slot), share, drawers: tested.map(({ entry }) => entry.id) }];
  });
};

/** The candidates that tests are called after, by the tests' source numbers. */
const subjectsOf = (candidates: readonly Candidate[], catalogue: Sources): Map<number, Candidate[]> => {
  const subjects = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const { sourceFile } = candidate.drawer;
    if (sourceFile === null || fileKindOf(candidate.drawer) !== 'source') continue;
    const name = subjectName(sourceFile);
    for (const test of name === null ? [] : catalogue.testsNamed(name))
      subjects.set(test, [...(subjects.get(test) ?? []), candidate]);
  }
  return subjects;
};
