/** A value in a manifest, by its place in the text. */
interface ManifestValue {
  readonly value: string;
  readonly start: number;
}

/** Whether a text may have a manifest of kind Secret; that of a `SecretStore` has none. */
export const namesKubernetesSecret = (text: string): boolean => /\bkind["']?: {0,4}["']?Secret\b/.test(text);

/** One mapping of a manifest, as long as the lines are in it. */
interface Mapping {
  /** Where its keys begin. */
  readonly column: number;
  readonly values: ManifestValue[];
  isSecret: boolean;
  /** Whether the lines below its last key are data. */
  isData: boolean;
}

const keyOfLine = /["']?([\w.-]{1,253})["']?:(?:\s|$)/y;
const secretKind = /["']?kind["']?: {0,4}["']?Secret\b/y;
const valueOfLine = /["']?[\w.-]{1,253}["']?:[ \t]{1,8}["']?([^\s"'#]{4,8000})["']?,?[ \t]{0,8}\r?$/y;

/**
 * The values under `data` and `stringData` in manifests of kind Secret, wherever the kind stands: `kubectl get` sorts
 * the keys, so it comes after the data, and gives several as the items of a list. YAML, and JSON in lines or in one.
 */
export const kubernetesValues = (text: string): ManifestValue[] => {
  const found: ManifestValue[] = [];
  const open: Mapping[] = [];
  const closeTo = (column: number): void => {
    for (let last = open.at(-1); last !== undefined && last.column >= column; last = open.at(-1)) {
      if (last.isSecret) for (const value of last.values) found.push(value);
      open.pop();
    }
  };
  let at = 0;
  for (const line of text.split('\n')) {
    const first = line.search(/\S/);
    if (line.startsWith('---')) closeTo(0);
    else if (first >= 0) {
      // The dash of a list's item is in front of its keys, and begins a mapping.
      const column = first + (/^(?:- {1,8})+/.exec(line.slice(first, first + 80))?.[0].length ?? 0);
      closeTo(column > first ? first + 1 : column + 1);
      takeLine(line, column, at, open);
      for (const value of valuesInLine(line, at)) found.push(value);
    }
    at += line.length + 1;
  }
  closeTo(0);
  return found;
};

/** `start`: of the line. */
const takeLine = (line: string, column: number, start: number, open: Mapping[]): void => {
  keyOfLine.lastIndex = secretKind.lastIndex = valueOfLine.lastIndex = column;
  const key = keyOfLine.exec(line)?.[1];
  if (key === undefined && !/[{[]/.test(line.charAt(column))) return;
  if (open.at(-1)?.column !== column) open.push({ column, values: [], isSecret: false, isData: false });
  const mapping = open.at(-1);
  if (mapping === undefined) return;
  mapping.isSecret ||= secretKind.test(line);
  mapping.isData = key === 'data' || key === 'stringData';
  const value = valueOfLine.exec(line)?.[1];
  const around = open.at(-2);
  if (value !== undefined && around?.isData === true)
    around.values.push({ value, start: start + line.lastIndexOf(value) });
};

const dataInLine = /"(?:data|stringData)":\s?\{([^{}]{0,200000})\}/g;
const pairInLine = /"[\w.-]{1,253}":\s?"([^\s"\\]{4,8000})"/g;

/** Of a manifest that is written in one line, such as the one that kubectl keeps as the last one applied. */
const valuesInLine = (line: string, start: number): ManifestValue[] =>
  line.includes('"kind":') && namesKubernetesSecret(line)
    ? [...line.matchAll(dataInLine)].flatMap(({ 0: whole, 1: pairs = '', index }) =>
        [...pairs.matchAll(pairInLine)].map((pair) => ({
          value: pair[1] ?? '',
          start: start + index + whole.indexOf('{') + 1 + pair.index + pair[0].lastIndexOf(pair[1] ?? ''),
        })),
      )
    : [];
