import { subjectOfTest } from '../model/source/testNames.ts';
import { Interner } from './interner.ts';

/** The sources of a palace by number; tests are found by the name of what they test, too. */
export class SourceNames extends Interner {
  readonly #tests = new Map<string, number[]>();
  /** Sources up to this number are in `#tests`: those that come later are entered when a test is next asked for. */
  #entered = 0;

  /** The sources that are tests and called after something of this name; see {@link subjectOfTest}. */
  testsNamed(subject: string): readonly number[] {
    for (; this.#entered < this.size; this.#entered++) {
      const tested = subjectOfTest(this.nameOf(this.#entered));
      if (tested !== null) this.#tests.set(tested, [...(this.#tests.get(tested) ?? []), this.#entered]);
    }
    return this.#tests.get(subject) ?? [];
  }
}
