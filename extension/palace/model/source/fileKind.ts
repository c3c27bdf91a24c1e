import type { FileKind } from '../drawer/vocabulary.ts';

const testFolders =
  /(^|\/)(tests?|testing|specs?|__tests__|__mocks__|e2e|testdata|test-data|fixtures?|benches|benchmarks?)\//;
const testNames =
  /(^|\/)(test_[^/]*|conftest\.py|[^/]*([._-](test|tests|spec|e2e|bench)|_?Test|Tests|Spec)\.[a-z]{1,5})$/;
const generatedNames =
  /(\.min\.(js|css|mjs)|[._](pb|g|generated|gen|designer)\.[a-z]{1,5}|_pb2(_grpc)?\.pyi?|\.(map|snap|lock)|(^|\/)(dist|vendor|third_party|node_modules|__snapshots__)\/[^]*)$/;
const changelogNames =
  /(^|\/)(changelog|changes|history|news|release[-_ ]?notes?|releases)([._-][^/]*)?$|(^|\/)(changelog|changelogs|release-?notes|newsfragments)\//;
const docsEndings = /\.(md|mdx|markdown|rst|adoc|asciidoc|txt|org|tex|pod|ipynb|pdf|docx|epub)$/;
const docsNames =
  /(^|\/)(docs?|documentation|guides?|manual)\/|(^|\/)(readme|licen[cs]e|copying|notice|authors|contributing|code_of_conduct|security|maintainers|governance)([._-][^/]*)?$/;
const configurationEndings =
  /\.(json5?|jsonc|ya?ml|toml|ini|cfg|conf|properties|env|editorconfig|xml|gradle|cmake|nix|tf|hcl|plist|iml)$/;
const configurationNames =
  /(^|\/)(\.[^/]+|dockerfile|makefile|justfile|rakefile|gemfile|procfile|codeowners|cmakelists\.txt|[^/]*\.config\.[cm]?[jt]s|[^/]*rc\.[cm]?js)$/;
const dataEndings = /\.(csv|tsv|svg|ndjson|jsonl|po|pot|xlf|ttl|geojson|log|diff|patch|dat|resx|strings|sum)$/;
const dataFolders = /(^|\/)(data|datasets?|assets|locales?|i18n|l10n|samples?)\//;
const endingsOfData = /\.(json|xml|ya?ml|txt)$/;

/**
 * What a file is for, judged by its path (with `/`). The first match counts: a fixture written in JSON is a
 * test, a minified file in a docs folder is generated.
 */
export const fileKindOfPath = (path: string): FileKind => {
  const lower = path.toLowerCase();
  if (generatedNames.test(lower)) return 'generated';
  if (testFolders.test(lower) || testNames.test(path)) return 'test';
  if (changelogNames.test(lower)) return 'changelog';
  if (dataEndings.test(lower) || (dataFolders.test(lower) && endingsOfData.test(lower))) return 'data';
  if (configurationNames.test(lower)) return 'configuration';
  if (docsEndings.test(lower) || docsNames.test(lower)) return 'docs';
  if (configurationEndings.test(lower)) return 'configuration';
  return 'source';
};

/** The kind of a file's drawer; null for notes, commits and conversations, whose type says what they are. */
export const fileKindOf = ({
  type,
  sourceFile,
}: {
  readonly type: string;
  readonly sourceFile: string | null;
}): FileKind | null => (type !== 'file' || sourceFile === null ? null : fileKindOfPath(sourceFile));
