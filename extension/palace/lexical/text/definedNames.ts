/** How lines of a language begin a definition; the first group that matched is the name. */
interface Language {
  readonly extensions: readonly string[];
  readonly definitions: readonly RegExp[];
}

/** Words that show that a line with parentheses and a brace defines nothing. */
const notNames: ReadonlySet<string> = new Set(
  'if else for foreach while switch catch return throw new do try with using lock sizeof function await yield match when unless until elif except and or not in is case default super this assert delete typeof void'.split(
    ' ',
  ),
);

/** `name(…) {`, with modifiers and types before it, as a method of the C family begins. Bounded, so that it is linear. */
const method =
  /^[ \t]{0,24}(?:[\w$<>[\],.?*&:~@]{1,60}[ \t]+){0,5}[*&#]?(?:\w{1,60}::){0,3}~?([A-Za-z_$][\w$]{0,80})[ \t]?\([^;]{0,300}$/;

/** `def name` and `class Name` of Python. */
const pythonBlock = /^[ \t]{0,24}(?:async[ \t]+)?(?:def|class)[ \t]+([A-Za-z_]\w*)/;

const markdownHeading = /^#{1,6}[ \t]+(.{1,120})/;

const languages: readonly Language[] = [
  {
    extensions: ['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts', 'vue', 'svelte'],
    definitions: [
      /\b(?:function\*?|class|interface|enum|type|namespace|const|let|var)[ \t]+([A-Za-z_$][\w$]*)/,
      /^[ \t]{0,24}(?:(?:public|private|protected|static|async|get|set|override|readonly|abstract|export|declare)[ \t]+){0,6}\*?#?([A-Za-z_$][\w$]*)[ \t]?(?:<[^>]{0,80}>)?\([^;]{0,300}\{[ \t]*$/,
      /^[ \t]{0,24}['"]?([A-Za-z_$][\w$-]*)['"]?[ \t]{0,2}[:=][ \t]{0,2}(?:async[ \t]+)?(?:function\b|\([^)]{0,200}\)[^=]{0,80}=>|[A-Za-z_$][\w$]*[ \t]?=>)/,
    ],
  },
  {
    extensions: ['py', 'pyi'],
    definitions: [pythonBlock, /^([A-Za-z_]\w*)[ \t]*(?::[^=]{1,80})?=[^=]/],
  },
  // Code and Markdown of a notebook in one text: a comment at the beginning of a line heads what follows, too.
  { extensions: ['ipynb'], definitions: [pythonBlock, markdownHeading] },
  {
    extensions: ['rs'],
    definitions: [
      /\b(?:fn|struct|enum|trait|union|type|mod|const|static)[ \t]+(?:mut[ \t]+)?([A-Za-z_]\w*)/,
      /\bmacro_rules![ \t]*([A-Za-z_]\w*)/,
      /^[ \t]{0,24}(?:unsafe[ \t]+)?impl(?:<[^>]{0,120}>)?[ \t]+(?:[\w:<>', ]{1,120}[ \t]+for[ \t]+)?([A-Za-z_]\w*)/,
    ],
  },
  {
    extensions: ['go'],
    definitions: [
      /^func[ \t]+(?:\([^)]{0,120}\)[ \t]*)?([A-Za-z_]\w*)/,
      /^[ \t]{0,8}(?:type|var|const)[ \t]+([A-Za-z_]\w*)/,
      /^\t([A-Z]\w*)[ \t]+(?:struct|interface|func)\b/,
    ],
  },
  {
    extensions: ['java', 'kt', 'kts', 'scala', 'groovy', 'cs', 'dart', 'swift'],
    definitions: [
      /\b(?:class|interface|enum|record|object|struct|trait|protocol|extension|actor|fun|func|def|typealias|namespace|val|var|let)[ \t]+([A-Za-z_]\w*)/,
      method,
    ],
  },
  {
    extensions: ['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'm', 'mm'],
    definitions: [
      /\b(?:class|struct|enum|union|namespace|typedef|concept)[ \t]+([A-Za-z_]\w*)/,
      /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)/,
      /^[ \t]{0,24}[@+-][ \t]*(?:interface|implementation|protocol|\([^)]{0,80}\))[ \t]*([A-Za-z_]\w*)/,
      method,
    ],
  },
  { extensions: ['rb'], definitions: [/^[ \t]{0,24}(?:def|class|module)[ \t]+(?:self\.)?([A-Za-z_]\w*)/] },
  {
    extensions: ['php'],
    definitions: [/\b(?:function|class|interface|trait|enum|const|namespace)[ \t]+&?([A-Za-z_]\w*)/],
  },
  {
    extensions: ['sh', 'bash', 'zsh', 'ps1', 'psm1'],
    definitions: [/^[ \t]{0,24}function[ \t]+([A-Za-z_][\w-]*)/i, /^[ \t]{0,24}([A-Za-z_][\w-]*)[ \t]?\(\)/],
  },
  {
    extensions: ['lua'],
    definitions: [/\bfunction[ \t]+(?:[A-Za-z_]\w*[.:])?([A-Za-z_]\w*)/, /\blocal[ \t]+([A-Za-z_]\w*)/],
  },
  { extensions: ['ex', 'exs'], definitions: [/^[ \t]{0,24}(?:defmodule|defp?|defmacro)[ \t]+([A-Za-z_][\w.]*)/] },
  { extensions: ['pl', 'pm'], definitions: [/^[ \t]{0,24}(?:sub|package)[ \t]+([A-Za-z_][\w:]*)/] },
  { extensions: ['r'], definitions: [/^([A-Za-z.][\w.]*)[ \t]*(?:<-|=)[ \t]*function\b/] },
  {
    extensions: ['sql'],
    definitions: [
      /\bcreate[ \t]+(?:or[ \t]+replace[ \t]+)?(?:unique[ \t]+)?(?:table|view|index|function|procedure|trigger|type)[ \t]+(?:if[ \t]+not[ \t]+exists[ \t]+)?["`[]?([A-Za-z_][\w.]*)/i,
    ],
  },
  {
    extensions: ['proto', 'graphql', 'thrift'],
    definitions: [/^[ \t]{0,24}(?:message|service|rpc|enum|type|input|interface|struct)[ \t]+([A-Za-z_]\w*)/],
  },
  {
    extensions: ['css', 'scss', 'less'],
    definitions: [/^[ \t]{0,24}(?:[.#]|@mixin[ \t]+|\$|--)([A-Za-z_][\w-]*)/],
  },
  {
    extensions: ['jl'],
    definitions: [
      /^[ \t]{0,24}(?:mutable[ \t]+|abstract[ \t]+|primitive[ \t]+)?(?:function|macro|struct|type|module|const)[ \t]+([A-Za-z_]\w*)/,
      /^([A-Za-z_]\w*)!?\([^=;]{0,200}\)[ \t]*=[^=]/,
    ],
  },
  {
    extensions: ['hs'],
    definitions: [/^(?:module|data|newtype|type|class)[ \t]+([A-Z][\w.']*)/, /^([a-z_][\w']*)[ \t]*::/],
  },
  {
    extensions: ['fs', 'fsx', 'ml', 'mli'],
    definitions: [
      /^[ \t]{0,24}(?:let|and|type|module|val|exception|member)[ \t]+(?:(?:rec|inline|private|mutable)[ \t]+){0,3}(?:\w{1,60}\.)?([A-Za-z_][\w']*)/,
    ],
  },
  {
    extensions: ['clj', 'cljs', 'cljc'],
    definitions: [
      /^[ \t]{0,24}\((?:ns|def[a-z]{0,20}-?)[ \t]+(?:\^\S{1,60}[ \t]+)?([A-Za-z_*+!?<>=-][\w*+!?<>=.-]*)/,
    ],
  },
  {
    extensions: ['erl', 'hrl'],
    definitions: [/^-(?:module|record|define)\(([A-Za-z_]\w*)/, /^([a-z]\w*)\([^;]{0,300}->/],
  },
  {
    extensions: ['zig'],
    definitions: [/^[ \t]{0,24}(?:(?:pub|export|extern|inline)[ \t]+){0,3}(?:fn|const|var)[ \t]+([A-Za-z_]\w*)/],
  },
  {
    extensions: ['nim'],
    definitions: [/^[ \t]{0,24}(?:proc|func|method|iterator|template|macro|converter)[ \t]+`?([A-Za-z_]\w*)/],
  },
  {
    extensions: ['sol'],
    definitions: [
      /\b(?:contract|library|interface|struct|enum|event|error|modifier|function)[ \t]+([A-Za-z_]\w*)/,
    ],
  },
  {
    extensions: ['vb'],
    definitions: [/\b(?:Sub|Function|Property|Class|Module|Structure|Enum|Interface)[ \t]+([A-Za-z_]\w*)/i],
  },
  {
    extensions: ['tf', 'hcl'],
    definitions: [/^(?:resource|data)[ \t]+"[^"]{1,80}"[ \t]+"([^"]{1,80})"/, /^[a-z]{1,30}[ \t]+"([^"]{1,80})"/],
  },
  // The text of DOCX and EPUB marks its headings the same way.
  { extensions: ['md', 'mdx', 'markdown', 'docx', 'epub'], definitions: [markdownHeading] },
  { extensions: ['adoc', 'org'], definitions: [/^[=*]{1,6}[ \t]+(.{1,120})/] },
];

const byExtension: ReadonlyMap<string, readonly RegExp[]> = new Map(
  languages.flatMap(({ extensions, definitions }) =>
    extensions.map((extension) => [extension, definitions] as const),
  ),
);

/** Longer lines are data or minified code. */
const longestLine = 500;

/**
 * The names that a file's text defines, and its headings, in order, found by line patterns of its language; empty
 * for a language that is not in the table. There is no parser: a missed name only costs a little rank.
 */
export const definedNames = (text: string, path: string): string[] => {
  const patterns = byExtension.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  if (patterns === undefined) return [];
  const names: string[] = [];
  for (const line of text.split('\n')) {
    if (line.length > longestLine) continue;
    for (const pattern of patterns) {
      const name = pattern.exec(line)?.[1];
      if (name === undefined || notNames.has(name)) continue;
      names.push(name);
      break;
    }
  }
  return names;
};

const shownNames = 8;

/** The first names and headings of a file's drawer, each once; empty for drawers without a file. */
export const firstNames = ({
  text,
  sourceFile,
}: {
  readonly text: string;
  readonly sourceFile: string | null;
}): readonly string[] =>
  sourceFile === null ? [] : [...new Set(definedNames(text, sourceFile))].slice(0, shownNames);
