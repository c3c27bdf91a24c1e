export const curationModes = ['off', 'suggest', 'auto'] as const;
/** What is done about older notes on the same subject once a note has a vector. */
export type CurationMode = (typeof curationModes)[number];
export const curationActions = ['ADD', 'UPDATE', 'DELETE', 'NOOP'] as const;
export type CurationAction = (typeof curationActions)[number];
