import { formatCount, formatPercent } from '../score/numberFormat.ts';
import type { InspectorState } from '../state/inspectorState.ts';
import { element, replaceContent } from '../ui/element.ts';
import { icon } from '../ui/icon.ts';
import { actionButton } from '../ui/toolkit.ts';
import type { Surroundings, View } from '../ui/view.ts';

interface Banner {
  readonly tone: 'warning' | 'info';
  readonly strong: string;
  readonly detail: string;
  readonly progress?: { readonly done: number; readonly total: number; readonly label: string };
  readonly actions: readonly HTMLElement[];
}

/** What must be known before reading results: words only, vectors due, mining under way, warnings, failed actions. */
export const banners = (surroundings: Surroundings): View => {
  const { inspector, t } = surroundings;
  const command = (state: InspectorState, name: 'rebuildEmbeddings' | 'showLog' | 'status', label: string, primary = false): readonly HTMLElement[] =>
    (state.commands.includes(name) ? [actionButton({ label, primary, run: () => inspector.runCommand(name) })] : []);

  const modelBanner = (state: InspectorState): readonly Banner[] => {
    const guard = state.run?.result.pipeline_trace.model_guard;
    const model = state.palace?.model;
    if (guard?.result === 'MISMATCH' || (guard === undefined && model?.state === 'mismatch')) {
      const made = guard?.ingest_model ?? model?.palaceModel ?? t('another model');
      const used = guard?.query_model ?? model?.currentModel ?? t('another model');
      return [{
        tone: 'warning', strong: t('Searching by words only.'),
        detail: t('The palace’s vectors were made by {0}; this version uses {1}. The two cannot be compared.', made, used),
        actions: command(state, 'rebuildEmbeddings', t('Rebuild embeddings'), true),
      }];
    }
    if (model?.state === 'unavailable') {
      return [{
        tone: 'warning', strong: t('Searching by words only.'), detail: t('The embedding model could not be loaded. The log says why.'),
        actions: command(state, 'showLog', t('Show log')),
      }];
    }
    return [];
  };

  const vectorBanner = ({ palace }: InspectorState): readonly Banner[] => {
    if (palace === null || palace.vectors.pending === 0 || palace.model.state === 'mismatch' || palace.model.state === 'unavailable') return [];
    const { done, pending, perSecond } = palace.vectors;
    const total = done + pending;
    const minutes = perSecond === null || perSecond === 0 ? null : Math.ceil(pending / perSecond / 60);
    return [{
      tone: 'info', strong: t('Vectors for {0} of {1} drawers still due.', formatCount(pending), formatCount(total)),
      detail: [
        t('Until then those are found by words only.'),
        ...(minutes === null || perSecond === null ? [] : [t('About {0} min at {1} a second.', minutes, Math.round(perSecond))]),
      ].join(' '),
      progress: { done, total, label: t('Drawers with a vector') }, actions: [],
    }];
  };

  const miningBanner = ({ palace }: InspectorState): readonly Banner[] => {
    const mining = palace?.mining;
    if (mining === null || mining === undefined || mining.stage === 'embedding') return [];
    return [{
      tone: 'info', strong: mining.stage === 'scanning' ? t('Looking for files to mine.') : t('Mining.'), detail: mining.message, actions: [],
      ...(mining.total === null ? {} : { progress: { done: mining.done, total: mining.total, label: t('Mined') } }),
    }];
  };

  const warningBanners = ({ run, failure }: InspectorState): readonly Banner[] => {
    if (run === null || failure !== null) return [];
    const { warnings, pipeline_trace: trace, error, results } = run.result;
    const mismatch = trace.model_guard.result === 'MISMATCH'; // has its own banner, and says the same
    const texts = mismatch ? warnings.filter((text) => !/model|vector|embedd/iu.test(text)) : warnings;
    return [
      ...(error === undefined || results.length === 0 ? [] : [{ tone: 'warning' as const, strong: error.message, detail: error.remedy, actions: [] }]),
      ...[...new Set(texts)].map((text) => ({ tone: 'warning' as const, strong: '', detail: text, actions: [] })),
    ];
  };

  const noticeBanner = (state: InspectorState): readonly Banner[] => (state.notice === null || state.palace === null ? [] : [{
    tone: 'warning', strong: state.notice.message, detail: `${state.notice.remedy} (${state.notice.code})`,
    actions: [
      ...command(state, 'showLog', t('Show log')),
      element('button', { type: 'button', class: 'quiet', 'aria-label': t('Close'), on: { click: () => inspector.closeNotice() } }, icon('close')),
    ],
  }]);

  const draw = ({ tone, strong, detail, progress, actions }: Banner): HTMLElement =>
    element('div', { class: `banner ${tone}` }, icon(tone),
      element('div', { class: 'banner-text' }, strong === '' ? null : [element('strong', {}, strong), ' '], detail),
      progress === undefined ? null : element('div', { class: 'banner-progress' },
        element('progress', { max: progress.total, value: progress.done, 'aria-label': progress.label }),
        element('span', { class: 'num' }, formatPercent(progress.total === 0 ? 0 : progress.done / progress.total))),
      actions.length === 0 ? null : element('div', { class: 'buttons' }, actions));

  let last: Pick<InspectorState, 'palace' | 'run' | 'notice' | 'failure' | 'commands'> | undefined;
  const region = element('section', { class: 'banners', 'aria-label': t('Notices') });
  return {
    element: region,
    update: (state) => {
      const { palace, run, notice, failure, commands } = state;
      if (last?.palace === palace && last.run === run && last.notice === notice && last.failure === failure && last.commands === commands) return;
      last = { palace, run, notice, failure, commands };
      const all = [...noticeBanner(state), ...modelBanner(state), ...vectorBanner(state), ...miningBanner(state), ...warningBanners(state)];
      region.hidden = all.length === 0;
      replaceContent(region, all.map(draw));
    },
  };
};
