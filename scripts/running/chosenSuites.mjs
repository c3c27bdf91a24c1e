/** In the order of the table that ends a run. */
export const suiteNames = ['package', 'build', 'lint', 'unit', 'baseline', 'fault', 'team', 'webview', 'e2e'];

/**
 * What the arguments of scripts/test.mjs ask for: the suites with what they need built, or the sentence that says how it is called.
 * @param {readonly string[]} args
 * @param {{vsix?: string | undefined}} [given] an extension that is packaged already, by its path
 * @returns {{chosen: readonly string[], isLong: boolean} | {usage: string}}
 */
export function chosenSuites(args, { vsix } = {}) {
  const rest = args.filter((arg) => arg !== '--long');
  const isLong = rest.length < args.length;
  if (rest.length === 0) return { chosen: suiteNames, isLong };
  const wanted = rest.length === 2 && rest[0] === '--only' ? rest[1].split(',') : [];
  if (wanted.length === 0 || !wanted.every((name) => suiteNames.includes(name)))
    return { usage: `Usage: npm test -- [--only SUITE,SUITE…] [--long]; suites: ${suiteNames.join(', ')}` };
  const chosen = new Set(wanted);
  if (chosen.has('e2e') && !vsix) chosen.add('package');
  // Its tests start the programs of dist/, which may be missing or older than the sources.
  if (chosen.has('fault')) chosen.add('build');
  return { chosen: [...chosen], isLong };
}
