// Values that a file exports and no other file names: dead, or exported for nothing.

/** Files whose exports something outside the repository reads: VS Code calls `activate` and `deactivate`. */
const readFromOutside = /^extension\/editor\/extension\.ts$/;
const exported = /^export (?:const|(?:async )?function\*?|class) (\w+)/gm;
const word = /[A-Za-z_$][\w$]*/g;

/**
 * One line for each value that a file of the extension or the webview exports and that no other file names. Types are left out:
 * they may stand in the signature of what is exported.
 * @param {ReadonlyMap<string, string>} sources text by path, relative to the project
 * @returns {string[]}
 */
export const unreadExports = (sources) => {
  /** Name → the only file that has it; null if several do. @type {Map<string, string | null>} */
  const onlyIn = new Map();
  for (const [file, text] of sources)
    for (const name of new Set(text.match(word))) onlyIn.set(name, onlyIn.has(name) ? null : file);
  return [...sources].flatMap(([file, text]) =>
    !/^(?:extension|webview)\//.test(file) || readFromOutside.test(file)
      ? []
      : [...text.matchAll(exported)].flatMap(([, name = '']) =>
          onlyIn.get(name) === file ? [`${file}: ${name} is exported, but no other file reads it`] : [],
        ),
  );
};
