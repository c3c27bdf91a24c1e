import type { PalaceStatus } from '../../palace/contract/palaceApi.ts';
import type { Wording } from '../platform/localiser.ts';
import { byteSize } from '../platform/localiser.ts';

export interface StatusRow {
  readonly section: string;
  readonly icon: string;
  readonly label: string;
  readonly detail?: string;
  /** What choosing the row does. */
  readonly action?: 'showMemory' | 'revealPalace' | 'verify' | 'showLog' | 'mine' | 'rebuild';
}

const shares = (counts: Readonly<Record<string, number>>, wording: Wording): string =>
  Object.entries(counts).filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${wording.count(count)}`).join(' · ');

const modelRow = ({ embeddings, model_guard: guard }: PalaceStatus, wording: Wording): Omit<StatusRow, 'section'> => {
  const name = embeddings.model ?? wording.t('No drawer has a vector yet.');
  switch (embeddings.state) {
    case 'unavailable':
      return { icon: 'warning', label: wording.t('Searching by words only'), detail: wording.t('The embedding model could not be loaded. The log says why.'), action: 'showLog' };
    case 'mismatch':
      return {
        icon: 'warning', label: wording.t('Searching by words only'),
        detail: wording.t('The palace was embedded with {0}, this version uses {1}; their meanings can\'t be compared.', guard.ingest_model ?? '?', guard.query_model ?? '?'),
        action: 'rebuild',
      };
    case 'loading':
      return { icon: 'loading~spin', label: wording.t('The embedding model is being loaded'), detail: name };
    case 'ready':
    case 'working':
      return { icon: 'symbol-misc', label: wording.t('Searching by words and meaning'), detail: [name, embeddings.dim === null ? null : wording.t('{0} dimensions', embeddings.dim), embeddings.engine].filter((part) => part !== null).join(' · ') };
  }
};

const vectorRow = ({ embeddings: { done, pending, per_second: perSecond } }: PalaceStatus, wording: Wording): Omit<StatusRow, 'section'> => {
  if (pending === 0) return { icon: 'check', label: wording.t('All {0} vectors are there', wording.count(done)) };
  const minutes = perSecond === null || perSecond <= 0 ? null : Math.ceil(pending / perSecond / 60);
  return {
    icon: 'loading~spin', label: wording.t('{0} of {1} vectors are there', wording.count(done), wording.count(done + pending)),
    detail: minutes === null ? wording.t('The rest follows in the background.') : wording.t('The rest follows in the background, in about {0} min.', minutes),
  };
};

/** The palace's state as rows, in order: what is wrong first, then what it holds, how it searches, where it lies. */
export const statusRows = (status: PalaceStatus, wording: Wording): readonly StatusRow[] => {
  const attention = wording.t('Needs attention');
  const [memory, search, palace] = [wording.t('Memory'), wording.t('Search'), wording.t('Palace')];
  const { drawers, palace: place } = status;
  const damage: readonly StatusRow[] = place.state === 'damaged'
    ? [{ section: attention, icon: 'error', label: wording.t('The palace is damaged and open read-only'), detail: wording.t('Nothing damaged is overwritten. Choose to see what is affected.'), action: 'verify' }]
    : place.state === 'read_only'
      ? [{ section: attention, icon: 'lock', label: wording.t('The palace can\'t be written'), detail: place.path, action: 'revealPalace' }]
      : [];
  return [
    ...damage,
    ...status.warnings.map((warning): StatusRow => ({ section: attention, icon: 'warning', label: warning, action: 'showLog' })),
    {
      section: memory, icon: 'archive', label: drawers.total === 1 ? wording.t('1 drawer') : wording.t('{0} drawers', wording.count(drawers.total)),
      detail: drawers.archived === 0 ? shares(drawers.by_wing, wording) : [shares(drawers.by_wing, wording), wording.t('{0} archived', wording.count(drawers.archived))].filter(Boolean).join(' · '),
      action: drawers.total === 0 ? 'mine' : 'showMemory',
    },
    { section: memory, icon: 'symbol-enum', label: wording.t('By type'), detail: shares(drawers.by_type, wording), action: 'showMemory' },
    { section: memory, icon: 'layers', label: wording.t('By tier'), detail: shares(drawers.by_tier, wording), action: 'showMemory' },
    { section: search, ...modelRow(status, wording) },
    { section: search, ...vectorRow(status, wording) },
    {
      section: palace, icon: 'folder', label: place.path,
      detail: [byteSize(place.bytes, wording), wording.t('revision {0}', place.revision), wording.t('schema {0}', place.schema_version)].join(' · '), action: 'revealPalace',
    },
  ];
};
