import { stepLook } from '../../score/stepName.ts';
import { translatable, type Translate } from '../../text/translate.ts';

/** What the reports of phases call their numbers, lists, columns and questions, and its name for people, in English. */
const names: ReadonlyMap<string, string> = new Map([
  ['batch_size', translatable('drawers per batch')],
  ['batches', translatable('batches')],
  ['offset', translatable('drawers before it')],
  ['drawers', translatable('drawers')],
  ['ms', translatable('ms')],
  ['at_server_ms', translatable('ms at the server')],
  ['answers', translatable('answers')],
  ['palace', translatable('palace')],
  ['asked', translatable('asked for')],
  ['counts', translatable('counts')],
  ['candidates', translatable('candidates')],
  ['leg', translatable('part')],
  // The parts of an answer: all of it, or what a team's server is asked.
  ['all', translatable('whole answer')],
  ['words', translatable('words')],
  ['meaning', translatable('meaning')],
  ['commits', translatable('commits')],
  ['sample', translatable('sample')],
  ['count', translatable('count')],
  ['turns', translatable('turns')],
]);

/** The name of a value, list or column of a phase's report; an unknown one goes by its own name. */
export const reportName = (key: string, t: Translate): string => t(names.get(key) ?? key);

/** A cell of a report's list: questions and parts of answers in words, numbers and palaces as they are. */
export const reportCell = (column: string, cell: string, t: Translate): string =>
  column === 'asked' || column === 'leg' ? reportName(cell, t) : cell;

const fusionPrefix = 'fusion_';

/** A phase that ran or did not. The fusion bears its method in its name. */
export const phaseName = (phase: string, t: Translate): string =>
  phase.startsWith(fusionPrefix)
    ? `${t(stepLook('fusion').name)} (${phase.slice(fusionPrefix.length)})`
    : t(stepLook(phase).name);
