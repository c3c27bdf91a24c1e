import { changedText } from '../score/counted.ts';
import { formatDecimal, formatExact } from '../score/numberFormat.ts';
import { reasonText } from '../score/reasonText.ts';
import type { InspectorCommand } from '../../extension/protocol/inspectorMessages.ts';
import type { InspectorSearch } from '../../extension/protocol/inspectorNavigation.ts';
import type { InspectorState, LostState } from '../state/inspectorState.ts';
import { readQueries } from '../text/queryHelp.ts';
import type { Translate } from '../text/translate.ts';

/** What a banner says. `key` identifies it while its numbers change. */
export interface BannerText {
  readonly key: string;
  readonly tone: 'warning' | 'info';
  readonly strong: string;
  readonly detail: string;
  readonly progress?: { readonly done: number; readonly total: number; readonly label: string };
  readonly commands: readonly {
    readonly command: InspectorCommand;
    readonly label: string;
    readonly primary: boolean;
  }[];
  /** What a button closes: the notice, or that a part was lost. Null: it goes by itself. */
  readonly closes: 'notice' | LostState | null;
  /** A search that ends the state that the banner reports; `again`: the one that gave the results. */
  readonly search?: { readonly label: string; readonly change: Partial<InspectorSearch> | 'again' };
}

const banner = (
  text: Partial<BannerText> & Pick<BannerText, 'key' | 'tone' | 'strong' | 'detail'>,
): BannerText => ({ commands: [], closes: null, ...text });

const modelBanners = ({ run, palace }: InspectorState, t: Translate): readonly BannerText[] => {
  const guard = run?.result.pipeline_trace.model_guard;
  const model = palace?.model;
  // Whoever rebuilds the vectors sees the results of before, until they are searched for again.
  const usable = model?.state === 'ready' || model?.state === 'working';
  if (guard?.result === 'MISMATCH' && usable && model.palaceModel === guard.query_model) {
    return [
      banner({
        key: 'rebuilt',
        tone: 'info',
        strong: t('These results were found by words only.'),
        detail: t('The vectors have been rebuilt since.'),
        search: { label: t('Search again'), change: 'again' },
      }),
    ];
  }
  if (guard?.result === 'MISMATCH' || (guard === undefined && model?.state === 'mismatch')) {
    const made = guard?.ingest_model ?? model?.palaceModel ?? t('another model');
    const used = guard?.query_model ?? model?.currentModel ?? t('another model');
    return [
      banner({
        key: 'mismatch',
        tone: 'warning',
        strong: t('Searching by words only.'),
        detail:
          made === used
            ? t('The palace’s vectors were made by another build of {0}. The two cannot be compared.', made)
            : t(
                'The palace’s vectors were made by {0}; this version uses {1}. The two cannot be compared.',
                made,
                used,
              ),
        commands: [{ command: 'rebuildEmbeddings', label: t('Rebuild embeddings'), primary: true }],
      }),
    ];
  }
  if (guard?.result === 'UNAVAILABLE' || model?.state === 'unavailable') {
    return [
      banner({
        key: 'unavailable',
        tone: 'warning',
        strong: t('Searching by words only.'),
        detail: t('The embedding model could not be loaded. The log says why.'),
        commands: [{ command: 'showLog', label: t('Show log'), primary: false }],
      }),
    ];
  }
  return [];
};

/** The palace's work in progress, in the words of the status bar. */
const progressBanners = ({ palace }: InspectorState, t: Translate): readonly BannerText[] => {
  const work = palace?.underWay ?? null;
  if (palace === null || work === null) return [];
  const { pending, perSecond } = palace.vectors;
  const minutes = perSecond === null || perSecond === 0 ? null : Math.ceil(pending / perSecond / 60);
  return [
    banner({
      key: work.stage,
      tone: 'info',
      strong: `${work.text}.`,
      detail:
        work.stage !== 'embedding'
          ? ''
          : [
              t('Drawers that are not in it yet are found by words only.'),
              ...(minutes === null ? [] : [t('About {0} min.', minutes)]),
            ].join(' '),
      ...(work.total === null ? {} : { progress: { done: work.done, total: work.total, label: work.text } }),
    }),
  ];
};

const runBanners = ({ run, failure }: InspectorState, t: Translate): readonly BannerText[] => {
  if (run === null || failure !== null) return [];
  const { warnings, pipeline_trace: trace, error, results } = run.result;
  const guarded = trace.model_guard.result === 'MISMATCH' || trace.model_guard.result === 'UNAVAILABLE';
  // The model's own banner says the same, and what to do.
  const read = new Set(readQueries(run.result).map(({ text }) => text));
  const others = [...new Set(warnings)].filter(
    (text) => !read.has(text) && (!guarded || !/by words only|ingest model/iu.test(text)),
  );
  return [
    ...(error === undefined || results.length === 0
      ? []
      : [banner({ key: error.code, tone: 'warning', strong: error.message, detail: error.remedy })]),
    ...others.map((text) => banner({ key: text, tone: 'warning', strong: '', detail: reasonText(text, t) })),
  ];
};

/** Symbols of the what-if panel's weights. */
const symbols: Readonly<Record<string, string>> = { wing_diversity_weight: 'γ', mmr_lambda: 'λ' };
const shownWeight = (flag: string, value: number): string =>
  flag in symbols ? formatDecimal(value, 2) : formatExact(value);

/** Words that were read as others, with a button that writes the query as it was read. */
const spellingBanners = ({ run, failure }: InspectorState, t: Translate): readonly BannerText[] =>
  run === null || failure !== null || run.similarTo !== null
    ? []
    : readQueries(run.result).map(({ text, word, read_as: readAs, query }) =>
        banner({
          key: text,
          tone: 'info',
          strong: '',
          detail: t('Nothing holds “{0}”: searched for “{1}” instead.', word, readAs),
          search: { label: t('Search for “{0}”', readAs), change: { query } },
        }),
      );

/** A list by likeness, and weights that are not the profile's. */
const listBanners = ({ run, failure }: InspectorState, t: Translate): readonly BannerText[] => {
  if (run === null || failure !== null) return [];
  const {
    similarTo,
    search: { query, overrides },
  } = run;
  if (similarTo !== null) {
    return [
      banner({
        key: `similar ${similarTo.drawerId}`,
        tone: 'info',
        strong: t('Nearest to “{0}”.', similarTo.title),
        detail: t('By similarity of meaning. The query and its filters do not apply.'),
        ...(query.trim() === '' ? {} : { search: { label: t('Back to the search'), change: {} } }),
      }),
    ];
  }
  if (overrides === undefined) return [];
  const values = Object.entries(overrides)
    .map(
      ([flag, value]) =>
        `${symbols[flag] ?? flag} = ${typeof value === 'number' ? shownWeight(flag, value) : value}`,
    )
    .join(', ');
  return [
    banner({
      key: `overrides ${values}`,
      tone: 'info',
      strong: t('Ranked with {0}.', values),
      detail: t('They replace the profile’s values.'),
      search: { label: t('Back to the profile’s values'), change: { overrides: undefined } },
    }),
  ];
};

/** The results stay as their search found them, since everything here explains that search. */
const changeBanners = ({ run, failure }: InspectorState, t: Translate): readonly BannerText[] =>
  run === null || failure !== null || run.changes.size === 0
    ? []
    : [
        banner({
          key: 'changed',
          tone: 'info',
          strong: changedText(run.changes.size, t),
          detail: t('The results are shown as they were found.'),
          search: { label: t('Search again'), change: 'again' },
        }),
      ];

const absenceBanners = ({ run, palace }: InspectorState, t: Translate): readonly BannerText[] =>
  run === null || palace?.state !== 'absent'
    ? []
    : [
        banner({
          key: 'absent',
          tone: 'warning',
          strong: t('This workspace has no memory now.'),
          detail: t('The results are shown as they were found.'),
          commands: [{ command: 'mineWorkspace', label: t('Mine workspace'), primary: false }],
        }),
      ];

const noticeBanners = ({ notice, palace }: InspectorState, t: Translate): readonly BannerText[] =>
  notice === null || palace === null
    ? []
    : [
        banner({
          key: `notice ${notice.code}`,
          tone: 'warning',
          strong: notice.message,
          detail: `${notice.remedy} (${notice.code})`,
          closes: 'notice',
          commands: [{ command: 'showLog', label: t('Show log'), primary: false }],
        }),
      ];

/** What of the page a reload could not bring back, because there was too much of it. */
const lossBanners = ({ lost }: InspectorState, t: Translate): readonly BannerText[] =>
  lost.map((what) =>
    banner({
      key: `lost ${what}`,
      tone: 'warning',
      closes: what,
      ...(what === 'decisions'
        ? {
            strong: t('Your decisions on a plan could not be kept: there were too many.'),
            detail: t('Decide again before you apply it.'),
          }
        : {
            strong: t('A filter of your search could not be kept: it held too many names.'),
            detail: t('The search runs without it.'),
          }),
    }),
  );

/**
 * What a person should know before reading results: failed actions, words only, missing vectors, mining, warnings.
 */
export const bannerTexts = (state: InspectorState, t: Translate): readonly BannerText[] =>
  [
    ...noticeBanners(state, t),
    ...lossBanners(state, t),
    ...absenceBanners(state, t),
    ...changeBanners(state, t),
    ...modelBanners(state, t),
    ...progressBanners(state, t),
    ...listBanners(state, t),
    ...spellingBanners(state, t),
    ...runBanners(state, t),
  ].map((text) => ({
    ...text,
    commands: text.commands.filter(({ command }) => state.commands.includes(command)),
  }));
