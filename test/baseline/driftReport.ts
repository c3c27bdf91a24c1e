import type { Baseline, RankedDrawer } from './baseline.ts';
import { corpusChanges, type Drift, driftFrom } from './driftFrom.ts';
import { qualityOf } from './quality.ts';

/** What to do where the report names a change. */
export const howToRecord =
  'Where the change is meant: npm run baseline -- --record, and say in the commit why rankings move.';

const measures = ['mrr', 'hit1', 'hit5', 'hit10'] as const;
const heading = ['', 'MRR', 'hit@1', 'hit@5', 'hit@10'];

/** Columns as wide as their widest cell. */
const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
};

const change = (before: number | undefined, now: number): string =>
  before === undefined || Math.abs(before - now) < 0.0005
    ? now.toFixed(3)
    : `${before.toFixed(3)} → ${now.toFixed(3)}`;

/** MRR and hit rates by kind of question, with what they were where they changed. */
export const qualityTable = (recorded: Baseline, measured: Baseline): string[] => {
  const before = new Map(qualityOf(recorded).map((quality) => [quality.kind, quality]));
  const rows = qualityOf(measured).map((quality) => [
    `${quality.kind} (${quality.questions})`,
    ...measures.map((name) => change(before.get(quality.kind)?.[name], quality[name])),
  ]);
  return table([heading, ...rows]);
};

const resultText = (result: RankedDrawer | undefined): string =>
  result === undefined ? '–' : `${result.score.toFixed(4)}  ${result.drawer}`;
const rankText = (rank: number | null | undefined): string =>
  rank === null || rank === undefined ? 'not among them' : `#${rank}`;

const hasSameOrder = ({ recorded, measured }: Drift): boolean =>
  recorded !== undefined &&
  recorded.query === measured?.query &&
  recorded.answer === measured.answer &&
  recorded.top.length === measured.top.length &&
  recorded.top.every(({ drawer }, i) => drawer === measured.top[i]?.drawer);

/** The greatest change of a score, where every drawer has its rank. */
const scoreChange = ({ recorded, measured }: Drift): number => {
  const changes = recorded?.top.map(({ score }, i) => (measured?.top[i]?.score ?? 0) - score) ?? [];
  return changes.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
};

/** What moved in one question: the ranks that have another drawer than before. */
const orderText = ({ id, recorded, measured }: Drift): string[] => {
  if (measured === undefined) return [`${id}: recorded, and no longer asked`];
  const title = `${id} (${measured.kind}): ${measured.query}`;
  if (recorded === undefined) return [title, '  new: not recorded yet'];
  const length = Math.max(recorded.top.length, measured.top.length);
  const rows = Array.from({ length }, (_, i) => ({ rank: i + 1, before: recorded.top[i], now: measured.top[i] }))
    .filter(({ before, now }) => before?.drawer !== now?.drawer)
    .map(({ rank, before, now }) => [`  ${rank}`, resultText(before), resultText(now)]);
  return [
    title,
    ...(recorded.query === measured.query ? [] : [`  the question was: ${recorded.query}`]),
    `  answer: ${rankText(recorded.answer)} → ${rankText(measured.answer)}`,
    ...(rows.length === 0 ? [] : table([['  #', 'recorded', 'now'], ...rows])),
  ];
};

/** One line for each question whose drawers kept their ranks while scores moved. */
const scoreTexts = (drifts: readonly Drift[]): string[] => {
  if (drifts.length === 0) return [];
  const rows = drifts.map((drift) => {
    const most = scoreChange(drift);
    return [`  ${drift.id}`, `${most < 0 ? '−' : '+'}${Math.abs(most).toFixed(4)}`];
  });
  return ['Same order, other scores; the greatest change in each:', ...table(rows), ''];
};

/** What a person reads of a measurement that is compared with the recorded one. Empty where nothing drifted. */
export const driftReport = (recorded: Baseline, measured: Baseline): string => {
  const drifts = driftFrom(recorded, measured);
  const changes = corpusChanges(recorded.corpus, measured.corpus);
  const isOtherModel = recorded.model !== measured.model;
  if (drifts.length === 0 && changes.length === 0 && !isOtherModel) return '';
  return [
    ...(isOtherModel ? [`The model is ${measured.model}, the recorded one ${recorded.model}.`] : []),
    ...(changes.length === 0
      ? []
      : ['The corpus is not the recorded one:', ...changes.map((text) => `  ${text}`)]),
    `${drifts.length} of ${Object.keys(measured.rankings).length} rankings drifted from the baseline.`,
    '',
    ...drifts.filter((drift) => !hasSameOrder(drift)).flatMap((drift) => [...orderText(drift), '']),
    ...scoreTexts(drifts.filter(hasSameOrder)),
    ...qualityTable(recorded, measured),
    '',
    howToRecord,
  ].join('\n');
};
