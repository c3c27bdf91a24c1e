import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import { drawersText } from '../platform/countedText.ts';
import { movedLabel, waitingLabel } from '../session/movedLabel.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import { progressText } from '../platform/progressText.ts';
import { byteSize, type Localiser } from '../platform/localiser.ts';
import { vocabularyText } from '../platform/vocabularyText.ts';
import { minutesLeft, underWay } from '../platform/underWay.ts';

export interface StatusRow {
  readonly section: string;
  readonly icon: string;
  readonly label: string;
  readonly detail?: string;
  /** The action of the row. */
  readonly action?:
    | 'showSession'
    | 'reviewPlans'
    | 'showMemory'
    | 'revealPalace'
    | 'verify'
    | 'showLog'
    | 'mine'
    | 'rebuild'
    | 'links';
}

const shares = (
  counts: Readonly<Record<string, number>>,
  localiser: Localiser,
  named: (name: string, localiser: Localiser) => string = (name) => name,
): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${named(name, localiser)} ${localiser.count(count)}`)
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

const vectorRow = (status: PalaceStatus, localiser: Localiser): Omit<StatusRow, 'section'> => {
  const building = underWay({ ...status, mining: null });
  if (building === null)
    return status.embeddings.pending === 0
      ? { icon: 'check', label: localiser.t('The semantic index is complete') }
      : { icon: 'warning', label: localiser.t('The semantic index is not complete') };
  const minutes = minutesLeft(building);
  const rest =
    minutes === null
      ? localiser.t('The rest follows in the background.')
      : localiser.t('The rest follows in the background, in about {0} min.', minutes);
  const why = holdUpText(status.embeddings.hold_up, localiser);
  return {
    icon: 'loading~spin',
    label: progressText({ ...building, per_second: null }, localiser),
    detail: why === null ? rest : `${rest} ${why}`,
  };
};

/** Why the semantic index is built slowly; null if it isn't. */
export const holdUpText = (
  holdUp: PalaceStatus['embeddings']['hold_up'],
  { t }: Pick<Localiser, 't'>,
): string | null => {
  switch (holdUp) {
    case null:
      return null;
    case 'battery':
      return t('Slower, to save the battery.');
    case 'load':
      return t('Slower, because other programs need the processor.');
  }
};

/** The scan of what was used; nothing before the first. */
const useRows = ({ ltp }: PalaceStatus, { t, count, date }: Localiser): readonly Omit<StatusRow, 'section'>[] => {
  if (ltp === undefined || ltp.last_scan === null) return [];
  const { at, looked_at: lookedAt, updated, total_ms: ms, batch_timings_ms: batches } = ltp.last_scan;
  return [
    {
      icon: 'pulse',
      label: t('Usage last scanned on {0}', date(at)),
      detail: [
        t('{0} of {1} drawers updated', count(updated), count(lookedAt)),
        t('{0} ms in batches of {1} ms', count(ms), batches.map((one) => count(one)).join('; ')),
        ...(ltp.due === 0 ? [] : [t('{0} due', count(ltp.due))]),
      ].join(' · '),
      action: 'showLog',
    },
  ];
};

/** The palace's state as rows, in order: problems, contents, search, location, linked palaces. */
export const statusRows = (
  status: PalaceStatus,
  localiser: Localiser,
  links: readonly string[] = [],
): readonly StatusRow[] => {
  const section = localiser.t('Search');
  return [
    ...attentionRows(status, localiser),
    ...movedRows(status, localiser),
    ...memoryRows(status, localiser),
    { section, ...modelRow(status, localiser) },
    { section, ...vectorRow(status, localiser) },
    ...useRows(status, localiser).map((row) => ({ section, ...row })),
    palaceRow(status, localiser),
    ...linkRows(links, localiser),
  ];
};

const attentionRows = ({ palace, warnings }: PalaceStatus, localiser: Localiser): readonly StatusRow[] => {
  const { t } = localiser;
  const section = t('Needs attention');
  const damaged: StatusRow = {
    section,
    icon: 'error',
    label: t('The palace is damaged and open read-only'),
    detail: t('Nothing damaged is overwritten. Choose to see what is affected.'),
    action: 'verify',
  };
  const readOnly: StatusRow = {
    section,
    icon: 'lock',
    label: t("The palace can't be written"),
    detail: palace.path,
    action: 'revealPalace',
  };
  return [
    ...(palace.state === 'damaged' ? [damaged] : palace.state === 'read_only' ? [readOnly] : []),
    ...warnings.map((warning): StatusRow => {
      const label = localisedReason(warning, localiser);
      return { section, icon: 'warning', label, action: 'showLog' };
    }),
  ];
};

/** Plans that wait for the person, and what maintenance and agents moved lately. */
const movedRows = ({ moved, waiting }: PalaceStatus, localiser: Localiser): readonly StatusRow[] => [
  ...waiting.map((plan): StatusRow => ({
    section: localiser.t('Needs attention'),
    icon: 'bell',
    label: localiser.t('An agent’s plan waits for your approval'),
    detail: waitingLabel(plan, localiser),
    action: 'reviewPlans',
  })),
  ...moved.map((batch): StatusRow => ({
    section: localiser.t('Moved lately'),
    icon: 'history',
    label: movedLabel(batch, localiser),
    detail: `${localiser.time(batch.at)} · ${localiser.t('The Session view shows which, and undoes it.')}`,
    action: 'showSession',
  })),
];

const memoryRows = ({ drawers }: PalaceStatus, localiser: Localiser): readonly StatusRow[] => {
  const { t, count } = localiser;
  const section = t('Memory');
  return [
    {
      section,
      icon: 'archive',
      label: drawersText(drawers.total, localiser),
      detail: [
        shares(drawers.by_wing, localiser),
        drawers.archived === 0 ? '' : t('{0} archived', count(drawers.archived)),
      ]
        .filter((part) => part !== '')
        .join(' · '),
      action: drawers.total === 0 ? 'mine' : 'showMemory',
    },
    {
      section,
      icon: 'symbol-enum',
      label: t('By type'),
      detail: shares(drawers.by_type, localiser, vocabularyText),
      action: 'showMemory',
    },
    {
      section,
      icon: 'layers',
      label: t('By tier'),
      detail: shares(drawers.by_tier, localiser, vocabularyText),
      action: 'showMemory',
    },
  ];
};

const palaceRow = ({ palace }: PalaceStatus, localiser: Localiser): StatusRow => ({
  section: localiser.t('Palace'),
  icon: 'folder',
  label: palace.path,
  detail: [
    byteSize(palace.bytes, localiser),
    localiser.t('revision {0}', palace.revision),
    localiser.t('schema {0}', palace.schema_version),
  ].join(' · '),
  action: 'revealPalace',
});

const linkRows = (links: readonly string[], { t }: Localiser): readonly StatusRow[] =>
  links.length === 0
    ? []
    : [
        {
          section: t('Palace'),
          icon: 'link',
          label: t('Searches find linked palaces, too'),
          detail: links.join(' · '),
          action: 'links',
        },
      ];
