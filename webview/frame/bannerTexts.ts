import type { InspectorCommand } from '../../extension/protocol/inspectorMessages.ts';
import type { InspectorSearch } from '../../extension/protocol/inspectorNavigation.ts';
import { formatCount } from '../score/numberFormat.ts';
import type { InspectorState } from '../state/inspectorState.ts';
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
  readonly closable: boolean;
  /** A search that leaves the state which the banner reports. */
  readonly search?: { readonly label: string; readonly change: Partial<InspectorSearch> };
}

const banner = (
  text: Partial<BannerText> & Pick<BannerText, 'key' | 'tone' | 'strong' | 'detail'>,
): BannerText => ({ commands: [], closable: false, ...text });

const modelBanners = ({ run, palace }: InspectorState, t: Translate): readonly BannerText[] => {
  const guard = run?.result.pipeline_trace.model_guard;
  const model = palace?.model;
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

const vectorBanners = ({ palace }: InspectorState, t: Translate): readonly BannerText[] => {
  if (
    palace === null ||
    palace.vectors.pending === 0 ||
    palace.model.state === 'mismatch' ||
    palace.model.state === 'unavailable'
  )
    return [];
  const { done, pending, perSecond } = palace.vectors;
  const total = done + pending;
  const minutes = perSecond === null || perSecond === 0 ? null : Math.ceil(pending / perSecond / 60);
  return [
    banner({
      key: 'vectors',
      tone: 'info',
      strong: t('Vectors for {0} of {1} drawers are still missing.', formatCount(pending), formatCount(total)),
      detail: [
        t('Until then those are found by words only.'),
        ...(minutes === null || perSecond === null
          ? []
          : [t('About {0} min at {1} per second.', minutes, Math.max(1, Math.round(perSecond)))]),
      ].join(' '),
      progress: { done, total, label: t('Drawers with a vector') },
    }),
  ];
};

const miningBanners = ({ palace }: InspectorState, t: Translate): readonly BannerText[] => {
  const mining = palace?.mining ?? null;
  if (mining === null || mining.stage === 'embedding') return []; // the vectors' own banner says that
  const doing = {
    scanning: t('Looking for files to mine.'),
    mining: t('Mining.'),
    importing: t('Importing.'),
    exporting: t('Exporting.'),
  }[mining.stage];
  return [
    banner({
      key: 'mining',
      tone: 'info',
      strong: doing,
      detail: mining.message,
      ...(mining.total === null ? {} : { progress: { done: mining.done, total: mining.total, label: doing } }),
    }),
  ];
};

const runBanners = ({ run, failure }: InspectorState): readonly BannerText[] => {
  if (run === null || failure !== null) return [];
  const { warnings, pipeline_trace: trace, error, results } = run.result;
  const guarded = trace.model_guard.result === 'MISMATCH' || trace.model_guard.result === 'UNAVAILABLE';
  // The model's own banner says the same, and what to do.
  const others = [...new Set(warnings)].filter((text) => !guarded || !/by words only|ingest model/iu.test(text));
  return [
    ...(error === undefined || results.length === 0
      ? []
      : [banner({ key: error.code, tone: 'warning', strong: error.message, detail: error.remedy })]),
    ...others.map((detail) => banner({ key: detail, tone: 'warning', strong: '', detail })),
  ];
};

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
  const values = [
    ...(overrides.wing_diversity_weight === undefined
      ? []
      : [`γ = ${overrides.wing_diversity_weight.toFixed(2)}`]),
    ...(overrides.mmr_lambda === undefined ? [] : [`λ = ${overrides.mmr_lambda.toFixed(2)}`]),
  ].join(', ');
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

const noticeBanners = ({ notice, palace }: InspectorState, t: Translate): readonly BannerText[] =>
  notice === null || palace === null
    ? []
    : [
        banner({
          key: `notice ${notice.code}`,
          tone: 'warning',
          strong: notice.message,
          detail: `${notice.remedy} (${notice.code})`,
          closable: true,
          commands: [{ command: 'showLog', label: t('Show log'), primary: false }],
        }),
      ];

/** What a person has to know before reading results: failed actions, words only, missing vectors, mining, warnings. */
export const bannerTexts = (state: InspectorState, t: Translate): readonly BannerText[] =>
  [
    ...noticeBanners(state, t),
    ...modelBanners(state, t),
    ...vectorBanners(state, t),
    ...miningBanners(state, t),
    ...listBanners(state, t),
    ...runBanners(state),
  ].map((text) => ({
    ...text,
    commands: text.commands.filter(({ command }) => state.commands.includes(command)),
  }));
