// What a file exports and no other file names: dead, or exported for nothing.

// Something outside the repository reads these: VS Code calls `activate` and `deactivate`, and `dist/api.d.ts` is for other programs.
const readFromOutside = /^extension\/(?:editor\/extension|api\/publicApi)\.ts$/;
const exported = /^export (?:const|(?:async )?function\*?|class|interface|type) (\w+)/gm;
const word = /[A-Za-z_$][\w$]*/g;

/**
 * One line for each value and each type that a file of the extension or the webview exports and that no other file names. Whoever
 * needs the type of a signature exports it then.
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
