import type { EraseReach, EraseReason } from '../../palace/contract/eraseSchemas.ts';
import { plural } from '../../base/text/plural.ts';
import { printableName } from '../../base/text/printable.ts';
import { clip } from '../terminal/terminal.ts';

const shownCharacters = 70;

const reasons: Readonly<Record<EraseReason, string>> = {
  asked: '',
  part: 'another part of the note: ',
  earlier_text: 'an earlier text: ',
  same_text: 'the same text: ',
  summary: 'a summary of it: ',
};

/** What erasing would remove, and what it does not reach, for a person. */
export const eraseReachText = (reach: EraseReach): string =>
  [
    `To be erased for good, with vectors, index entries, tags and uses: ${plural(reach.drawers.length, 'drawer')}`,
    ...reach.drawers.map(
      ({ drawer_id: id, why, type, text_start: start }) =>
        `  ${printableName(id)}  ${type}  ${reasons[why]}${start === '' ? '(sensitive)' : clip(start.replaceAll(/\s+/g, ' '), shownCharacters)}`,
    ),
    ...traces(reach),
    ...others(reach),
    'Not reached: exports, replay packets and whatever else was copied out of the palace’s folder; snapshots and freed blocks of the disk.',
  ].join('\n');

const traces = ({ plans, queries, backups, other_copies: copies }: EraseReach): string[] => [
  ...(plans.length === 0 ? [] : [`With them: ${plural(plans.length, 'plan')} (${plans.join(', ')})`]),
  ...(queries === 0
    ? []
    : [`From the log: ${plural(queries, 'search', 'searches')} with their words or with them among the results`]),
  ...(backups === 0 ? [] : [`To be replaced by a new one without them: ${plural(backups, 'backup')}`]),
  ...(copies === 0
    ? []
    : [`Other copies: ${plural(copies, 'file')} that a repair or an interrupted run had kept`]),
];

const others = ({ come_back: back, drawers, quoted_in: quoted }: EraseReach): string[] => {
  const sources = [
    ...new Set(drawers.flatMap(({ returns, source_file: file }) => (returns && file !== null ? [file] : []))),
  ];
  return [
    ...(back.length === 0 ? [] : [`Back from the archive, because their summary goes: ${back.join(', ')}`]),
    ...(sources.length === 0
      ? []
      : [
          `The source still has the text: ${sources.join(', ')}. Mining leaves this passage out from now on; once it is changed, it is a new one. To keep a file out for good, exclude it or have Git ignore it.`,
        ]),
    ...(quoted === null
      ? ['Nobody looked whether other drawers quote them, because there are too many.']
      : quoted.length === 0
        ? []
        : [`These quote it and stay; erase them, too, if need be: ${quoted.join(', ')}`]),
  ];
};
