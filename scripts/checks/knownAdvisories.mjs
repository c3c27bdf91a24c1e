/**
 * A version as its numbers and, for a prerelease, the part after the dash.
 * @param {string} version
 */
const parsed = (version) => {
  const [numbers = '', before = ''] = (version.split('+')[0] ?? '').split(/-(.*)/s);
  return { numbers: numbers.split('.').map(Number), before };
};

/**
 * Negative if `a` is the earlier version, positive if it is the later one.
 * @param {string} a
 * @param {string} b
 */
const compare = (a, b) => {
  const [one, other] = [parsed(a), parsed(b)];
  for (const at of [0, 1, 2]) {
    const difference = (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.before === other.before) return 0;
  if (one.before === '' || other.before === '') return one.before === '' ? 1 : -1;
  return one.before.localeCompare(other.before, 'en', { numeric: true });
};

/**
 * Whether a version is in a range of npm's plain form: `>=4.0.0 <6.3.0 || <0.1.10`, `5.6.1`, `*`.
 * @param {string} version
 * @param {string} range
 * @throws {Error} if the range has another form
 */
export const isInRange = (version, range) =>
  range.split('||').some((alternative) =>
    alternative
      .trim()
      .split(/(?<![<>=])\s+/)
      .every((comparator) => {
        if (comparator === '*') return true;
        const { sign = '=', limit } =
          /^(?<sign>[<>]=?|=)?\s*(?<limit>\d+\.\d+\.\d+\S*)$/.exec(comparator)?.groups ?? {};
        if (limit === undefined) throw new Error(`“${range}” is not a range of versions that can be read.`);
        const order = compare(version, limit);
        if (sign === '<') return order < 0;
        if (sign === '<=') return order <= 0;
        if (sign === '>') return order > 0;
        return sign === '>=' ? order >= 0 : order === 0;
      }),
  );

/**
 * The advisories that apply to a locked version, one line each.
 * @param {Readonly<Record<string, {readonly version?: string}>>} packages the lock file's, by folder
 * @param {readonly {id: string, package: string, vulnerable: string, severity: string, title: string}[]} advisories
 */
export const advisoriesFor = (packages, advisories) =>
  Object.entries(packages).flatMap(([folder, { version }]) => {
    const name = folder.replace(/^.*node_modules\//, '');
    return folder === '' || version === undefined
      ? []
      : advisories
          .filter((advisory) => advisory.package === name && isInRange(version, advisory.vulnerable))
          .map(({ id, severity, title }) => `${name} ${version}: ${title} (${severity}, ${id})`);
  });
