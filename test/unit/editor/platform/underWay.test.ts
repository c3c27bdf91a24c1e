import { describe, expect, it } from 'vitest';
import { palaceSummaryOf } from '../../../../extension/editor/inspector/palaceSummaryOf.ts';
import { progressText } from '../../../../extension/editor/platform/progressText.ts';
import { statusBarText } from '../../../../extension/editor/status/statusBarText.ts';
import { statusRows } from '../../../../extension/editor/status/statusRows.ts';
import { underWay } from '../../../../extension/editor/platform/underWay.ts';
import type { PalaceStatus } from '../../../../extension/palace/contract/maintenanceSchemas.ts';
import { statusOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

/** 2,900 drawers, of which one is sensitive and never gets a vector, and a vector of an archived one. */
const filling = statusOf(2900, {
  embeddings: { ...statusOf(0).embeddings, done: 1660, pending: 1240, per_second: 10, state: 'working' },
});
const mining: PalaceStatus = {
  ...filling,
  mining: { stage: 'mining', done: 3, total: 10, message: 'a.ts', per_second: null },
};

describe('work under way', () => {
  it.each([
    ['the semantic index', filling, 'Building the semantic index: 1,660 of 2,900'],
    ['mining, while vectors are due', mining, 'Filing: 3 of 10'],
  ])('is told alike by status bar, inspector and Memory view: %s', (_, status, text) => {
    const bar = statusBarText({ kind: 'open', folder: '/p', status, progress: status.mining }, english);
    expect(bar?.tooltip).toContain(text);
    expect(palaceSummaryOf(status, 'app', english).underWay?.text).toContain(text);
    const work = underWay(status);
    expect(work === null ? '' : progressText(work, english)).toContain(text);
  });

  it('counts the semantic index in drawers, in the status list too', () => {
    expect(statusRows(filling, english).map(({ label }) => label)).toEqual(
      expect.arrayContaining(['2,900 drawers', 'Building the semantic index: 1,660 of 2,900']),
    );
    expect(statusRows(statusOf(2900), english).map(({ label }) => label)).toContain(
      'The semantic index is complete',
    );
  });

  it('is nothing where vectors are of another model, but is told while they are rebuilt', () => {
    const mismatch: PalaceStatus = { ...filling, embeddings: { ...filling.embeddings, state: 'mismatch' } };
    expect(underWay(mismatch)).toBeNull();
    const rebuilding = { stage: 'embedding', done: 5, total: 9, message: '', per_second: null } as const;
    expect(underWay({ ...mismatch, mining: rebuilding })).toEqual(rebuilding);
  });
});
