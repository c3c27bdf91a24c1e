/**
 * What making a call again does, which is what happens when the owner ends before it answered:
 * - `read`: nothing of the memory changes, so it is simply made again (what a search adds to the log of queries does not count).
 * - `repeatable`: made again, it does what is still to be done and nothing twice; the answer is that of the second run.
 * - `once`: each call carries an ID that is committed with its effect. Made again, it changes nothing and gives the first answer.
 */
export type Repeating = 'read' | 'repeatable' | 'once';
