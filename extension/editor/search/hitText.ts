import type { LineRange } from '../../palace/model/drawer.ts';
import type { SearchHit } from '../../palace/model/searchResult.ts';
import type { Wording } from '../wording.ts';
import { bestLine, plainLabel } from './bestLine.ts';

/** `src/a.ts:10–20`, or null for a drawer without a source. */
export const placeOf = (sourceFile: string | null, lines: LineRange | null): string | null => {
  if (sourceFile === null) return null;
  if (lines === null) return sourceFile;
  return lines.start === lines.end ? `${sourceFile}:${lines.start}` : `${sourceFile}:${lines.start}–${lines.end}`;
};

export interface HitText {
  readonly label: string;
  readonly detail: string;
}

/** What a search hit shows in a list: its best line, and beneath it where it is from. */
export const hitText = (hit: SearchHit, terms: readonly string[], wording: Wording): HitText => {
  const place = placeOf(hit.source_file, hit.lines);
  const parts = [
    place, `${hit.wing} › ${hit.room}`, wording.t('filed {0}', wording.date(hit.filed_at)),
    hit.pinned ? wording.t('pinned') : null,
    hit.tier === 'working' ? null : hit.tier,
    hit.also_in.length === 0 ? null : wording.t('also in {0} more', hit.also_in.length),
  ];
  return { label: plainLabel(bestLine(hit.text, terms)), detail: plainLabel(parts.filter((part) => part !== null).join(' · ')) };
};
