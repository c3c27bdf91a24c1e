import { plural } from '../../../../base/text/plural.ts';
import { hourMs } from '../../../../base/time.ts';
import type { EntryType } from '../../../model/drawer/drawer.ts';
import { withFactor } from '../../candidates/candidate.ts';
import type { Phase } from '../phase.ts';

/** Drawers of these types mirror a source: when they were filed says nothing about their weight. */
const mirrored: ReadonlySet<EntryType> = new Set(['file', 'conversation', 'git_commit']);

/** 1 + (max − 1)(1 − h/window) within the window: from `maxBoost` at the time of filing (or before) down to 1. */
export const taggingFactor = (filedAtMs: number, nowMs: number, windowHours: number, maxBoost: number): number => {
  const hours = Math.max(0, (nowMs - filedAtMs) / hourMs);
  return hours < windowHours ? 1 + (maxBoost - 1) * (1 - hours / windowHours) : 1;
};

/** A drawer that was filed just now is likely about the current work. */
export const tagging: Phase = {
  isOn: (flags) => flags.tagging_enabled,
  run: (candidates, { flags, nowMs }) => ({
    candidates: candidates.map((candidate) => {
      if (flags.tagging_scope === 'notes' && mirrored.has(candidate.entry.type)) return candidate;
      // A replaced drawer is not news, even if its summary was filed just now.
      if (candidate.drawer.supersededBy !== null) return candidate;
      const { filedAtMs } = candidate.entry;
      const factor = taggingFactor(filedAtMs, nowMs, flags.tagging_window_hours, flags.tagging_max_boost);
      const hours = Math.max(0, Math.floor((nowMs - filedAtMs) / hourMs));
      return withFactor(
        candidate,
        'tagging',
        factor,
        `filed ${plural(hours, 'hour')} ago, window ${plural(flags.tagging_window_hours, 'hour')}: × ${factor.toFixed(3)}`,
      );
    }),
  }),
};
