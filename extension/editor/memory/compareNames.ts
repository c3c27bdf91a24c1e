/** The order of wings and rooms in a list: as the editor's language has it, with “pier 2” before “pier 10”. */
export const compareNames = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;
