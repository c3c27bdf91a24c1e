/** Files whose text has to be extracted by a reader for their format. */
export const documentKinds = ['pdf', 'docx', 'epub', 'ipynb'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The kind of document that a file's name says it is; null for every other file. */
export const documentKindOf = (path: string): DocumentKind | null => {
  const ending = /\.([A-Za-z]+)$/.exec(path)?.[1]?.toLowerCase();
  return documentKinds.find((kind) => kind === ending) ?? null;
};
