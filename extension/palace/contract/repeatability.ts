/**
 * What repeating a call does. A call is repeated when the owner ends before it answered.
 * - `read`: the call changes nothing in the memory, so it is simply made again. (Entries that a search adds to the
 *   query log do not count.)
 * - `repeatable`: the repeated call does what is still to be done, and nothing twice. Its answer is that of the
 *   second run.
 * - `once`: each call has an ID that is committed with its effect. Repeating it changes nothing and returns the
 *   first answer.
 */
export type Repeating = 'read' | 'repeatable' | 'once';
