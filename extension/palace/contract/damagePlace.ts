/**
 * Where a check found damage, as one of `reasonTexts.ts`. `what` is `file`, `schema`, `drawers`, `drawer`, `table` or a table's name;
 * `id` is its name, `row 5`, `after row 5` or the values of a key.
 */
export const damagePlace = ({ what, id }: { readonly what: string; readonly id: string }): string => {
  const { after, row } = /^(?<after>after )?row (?<row>\d+)$/.exec(id)?.groups ?? {};
  switch (what) {
    case 'drawers':
    case 'schema':
      return `the ${what}`;
    case 'file':
    case 'table':
      return `${what} ${id}`;
    case 'drawer':
      if (row === undefined) return `drawer ${id}`;
      return after === undefined ? `the drawer in row ${row}` : `the drawers after row ${row}`;
    default:
      return row === undefined ? `the entry ${id} of table ${what}` : `row ${row} of table ${what}`;
  }
};
