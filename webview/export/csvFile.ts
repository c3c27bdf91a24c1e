/** A chart's numbers, head first. Null is an empty cell. */
export type ChartRows = readonly (readonly (string | number | null)[])[];

/** A text as a cell. One that a spreadsheet would run as a formula gets an apostrophe, as spreadsheets write it. */
const cellOf = (value: string | number | null): string => {
  if (typeof value !== 'string') return String(value ?? '');
  const plain = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** The rows as CSV after RFC 4180, numbers at full precision. */
export const csvFile = (rows: ChartRows): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
