import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import { byteSize, type Localiser } from '../platform/localiser.ts';

export interface StatusRow {
  readonly section: string;
  readonly icon: string;
  readonly label: string;
  readonly detail?: string;
  /** What choosing the row does. */
  readonly action?: 'showMemory' | 'revealPalace' | 'verify' | 'showLog' | 'mine' | 'rebuild';
}

const shares = (counts: Readonly<Record<string, number>>, localiser: Localiser): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${localiser.count(count)}`)
    .join(' · ');

const modelRow = (
  { embeddings, model_guard: guard }: PalaceStatus,
  localiser: Localiser,
): Omit<StatusRow, 'section'> => {
  const name = embeddings.model ?? localiser.t('No drawer has a vector yet.');
  switch (embeddings.state) {
    case 'unavailable':
      return {
        icon: 'warning',
        label: localiser.t('Searching by words only'),
        detail: localiser.t('The embedding model could not be loaded. The log says why.'),
        action: 'showLog',
      };
    case 'mismatch':
      return {
        icon: 'warning',
        label: localiser.t('Searching by words only'),
        detail: localiser.t(
          "The palace was embedded with {0}, this version uses {1}; their meanings can't be compared.",
          guard.ingest_model ?? '?',
          guard.query_model ?? '?',
        ),
        action: 'rebuild',
      };
    case 'loading':
      return { icon: 'loading~spin', label: localiser.t('The embedding model is being loaded'), detail: name };
    case 'ready':
    case 'working':
      return {
        icon: 'symbol-misc',
        label: localiser.t('Searching by words and meaning'),
        detail: [
          name,
          embeddings.dim === null ? null : localiser.t('{0} dimensions', embeddings.dim),
          embeddings.engine,
        ]
          .filter((part) => part !== null)
          .join(' · '),
      };
  }
};

const vectorRow = (
  { embeddings: { done, pending, per_second: perSecond } }: PalaceStatus,
  localiser: Localiser,
): Omit<StatusRow, 'section'> => {
  if (pending === 0)
    return { icon: 'check', label: localiser.t('All {0} vectors are there', localiser.count(done)) };
  const minutes = perSecond === null || perSecond <= 0 ? null : Math.ceil(pending / perSecond / 60);
  return {
    icon: 'loading~spin',
    label: localiser.t('{0} of {1} vectors are there', localiser.count(done), localiser.count(done + pending)),
    detail:
      minutes === null
        ? localiser.t('The rest follows in the background.')
        : localiser.t('The rest follows in the background, in about {0} min.', minutes),
  };
};

/** The palace's state as rows, in order: what is wrong first, then what it holds, how it searches, where it lies. */
export const statusRows = (status: PalaceStatus, localiser: Localiser): readonly StatusRow[] => {
  const attention = localiser.t('Needs attention');
  const [memory, search, palace] = [localiser.t('Memory'), localiser.t('Search'), localiser.t('Palace')];
  const { drawers, palace: place } = status;
  const damage: readonly StatusRow[] =
    place.state === 'damaged'
      ? [
          {
            section: attention,
            icon: 'error',
            label: localiser.t('The palace is damaged and open read-only'),
            detail: localiser.t('Nothing damaged is overwritten. Choose to see what is affected.'),
            action: 'verify',
          },
        ]
      : place.state === 'read_only'
        ? [
            {
              section: attention,
              icon: 'lock',
              label: localiser.t("The palace can't be written"),
              detail: place.path,
              action: 'revealPalace',
            },
          ]
        : [];
  return [
    ...damage,
    ...status.warnings.map((warning): StatusRow => ({
      section: attention,
      icon: 'warning',
      label: warning,
      action: 'showLog',
    })),
    {
      section: memory,
      icon: 'archive',
      label:
        drawers.total === 1 ? localiser.t('1 drawer') : localiser.t('{0} drawers', localiser.count(drawers.total)),
      detail:
        drawers.archived === 0
          ? shares(drawers.by_wing, localiser)
          : [shares(drawers.by_wing, localiser), localiser.t('{0} archived', localiser.count(drawers.archived))]
              .filter(Boolean)
              .join(' · '),
      action: drawers.total === 0 ? 'mine' : 'showMemory',
    },
    {
      section: memory,
      icon: 'symbol-enum',
      label: localiser.t('By type'),
      detail: shares(drawers.by_type, localiser),
      action: 'showMemory',
    },
    {
      section: memory,
      icon: 'layers',
      label: localiser.t('By tier'),
      detail: shares(drawers.by_tier, localiser),
      action: 'showMemory',
    },
    { section: search, ...modelRow(status, localiser) },
    { section: search, ...vectorRow(status, localiser) },
    {
      section: palace,
      icon: 'folder',
      label: place.path,
      detail: [
        byteSize(place.bytes, localiser),
        localiser.t('revision {0}', place.revision),
        localiser.t('schema {0}', place.schema_version),
      ].join(' · '),
      action: 'revealPalace',
    },
  ];
};
