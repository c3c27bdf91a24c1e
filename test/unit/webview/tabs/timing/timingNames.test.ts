import { expect, test } from 'vitest';
import german from '../../../../../l10n/bundle.l10n.de.json' with { type: 'json' };
import { phaseName, reportCell, reportName } from '../../../../../webview/tabs/timing/timingNames.ts';
import { timingRows } from '../../../../../webview/tabs/timing/timingRows.ts';
import { translator } from '../../../../../webview/text/translate.ts';
import { emptyTrace } from '../../../../fixtures/inspector/sampleResults.ts';

const english = translator({});
const inGerman = translator(german);

test('a phase is named in words, and the fusion with its method', () => {
  const phases = ['model_guard', 'lexical', 'fusion_rrf', 'cross_wing_balancing', 'a_later_phase'];
  expect(phases.map((phase) => phaseName(phase, english))).toEqual([
    'Model guard',
    'Lexical leg',
    'Fusion (rrf)',
    'Wing saturation',
    'a_later_phase',
  ]);
  expect(phaseName('lexical', inGerman)).toBe('Lexikalischer Zweig');
});

test('nothing of a phase’s report is named by its key', () => {
  const { details } = timingRows({
    phase_timing_ms: {
      ...emptyTrace.phase_timing_ms,
      linked_palaces: {
        answers: [{ palace: 'batches', asked: 'counts', leg: 'words', ms: 5.1, at_server_ms: null }],
      },
    },
  });
  const keys = details.flatMap(({ entries, tables }) => [
    ...entries.map(({ name }) => name),
    ...tables.flatMap(({ name, columns }) => [name, ...columns]),
  ]);
  expect(details.map(({ name }) => english(name))).toEqual(['Scan in batches', 'Answers of linked palaces']);
  expect(details.map(({ name }) => inGerman(name))).toEqual([
    'Durchlauf in Stapeln',
    'Antworten der verknüpften Paläste',
  ]);
  expect(keys.map((key) => reportName(key, english))).toEqual([
    'drawers per batch',
    ...['batches', 'drawers before it', 'drawers', 'ms'],
    ...['answers', 'palace', 'asked for', 'part', 'ms', 'ms at the server'],
  ]);
  expect(keys.map((key) => reportName(key, inGerman))).toEqual([
    'Fächer je Stapel',
    ...['Stapel', 'Fächer davor', 'Fächer', 'ms'],
    ...['Antworten', 'Palast', 'gefragt nach', 'Teil', 'ms', 'ms auf dem Server'],
  ]);
  expect(reportName('of_a_later_version', english)).toBe('of_a_later_version');
});

test('a palace keeps its name in a report, also one that is a key', () => {
  expect(reportCell('palace', 'batches', inGerman)).toBe('batches');
  expect(reportCell('asked', 'counts', inGerman)).toBe('Zählungen');
  expect(
    ['all', 'words', 'meaning', 'commits', 'sample', 'count', 'turns'].map((leg) =>
      reportCell('leg', leg, inGerman),
    ),
  ).toEqual(['ganze Antwort', 'Wörter', 'Bedeutung', 'Commits', 'Stichprobe', 'Zählung', 'Redebeiträge']);
  expect(reportCell('ms', '5.1', english)).toBe('5.1');
});
