import path from 'node:path';
import * as z from 'zod';

const contributions = z.object({
  contributes: z.object({
    customEditors: z.array(z.object({ selector: z.array(z.object({ filenamePattern: z.string() })) })),
  }),
});

/** Whether an installed extension has its own editor for such files. */
export const hasViewer = (file: string, extensions: readonly { readonly packageJSON: unknown }[]): boolean => {
  const ending = path.extname(file).slice(1).toLowerCase();
  return extensions.some(({ packageJSON }) =>
    contributions.safeParse(packageJSON).data?.contributes.customEditors.some(({ selector }) =>
      // `*.pdf`, `*.{pdf,PDF}`
      selector.some(({ filenamePattern: pattern }) =>
        pattern
          .toLowerCase()
          .split(/[^a-z0-9]+/)
          .includes(ending),
      ),
    ),
  );
};
