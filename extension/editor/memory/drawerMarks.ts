import { isNoteType } from '../../palace/model/noteTypes.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { Localiser } from '../platform/localiser.ts';

/** Scheme of the addresses by which the Memory view's badges are asked for. */
export const badgeScheme = 'synapse-palace-marks';

/** Words that the menus' conditions look for: `viewItem =~ /\\bpinned\\b/`. */
export const drawerContext = (drawer: DrawerView): string =>
  [
    'drawer',
    isNoteType(drawer.type) ? 'note' : 'mined',
    drawer.pinned ? 'pinned' : 'loose',
    drawer.archived ? 'archived' : 'kept',
    drawer.sensitive ? 'sensitive' : 'open',
    drawer.superseded_by === null ? 'current' : 'superseded',
    drawer.source_file === null ? 'handwritten' : 'sourced',
  ].join(' ');

/** What a drawer's badge and colour tell. */
export const drawerMarks = ({
  pinned,
  tier,
  archived,
  superseded_by: by,
}: Pick<DrawerView, 'pinned' | 'tier' | 'archived' | 'superseded_by'>): string =>
  [pinned ? 'pinned' : '', tier, archived ? 'archived' : by === null ? '' : 'superseded'].join(',');

export interface DrawerBadge {
  /** One or two characters; undefined where the tier is the ordinary one and nothing is pinned. */
  readonly badge: string | undefined;
  readonly tooltip: string;
  /** It counts no more as it did: archived, or superseded. */
  readonly faded: boolean;
}

/** The badge of {@link drawerMarks}; undefined where there is nothing to tell. */
export const drawerBadge = (marks: string, localiser: Localiser): DrawerBadge | undefined => {
  const [pinned, tier, state] = marks.split(',');
  const parts = [
    ...(pinned === 'pinned' ? [{ badge: 'P', tooltip: localiser.t('pinned') }] : []),
    ...(tier === 'longterm'
      ? [{ badge: 'L', tooltip: localiser.t('long term') }]
      : tier === 'ephemeral'
        ? [{ badge: 'E', tooltip: localiser.t('ephemeral: fades unless it is used') }]
        : []),
    ...(state === 'archived'
      ? [{ badge: '', tooltip: localiser.t('archived') }]
      : state === 'superseded'
        ? [{ badge: '', tooltip: localiser.t('superseded') }]
        : []),
  ];
  if (parts.length === 0) return undefined;
  const badge = parts.map((part) => part.badge).join('');
  return {
    badge: badge === '' ? undefined : badge,
    tooltip: parts.map(({ tooltip }) => tooltip).join(', '),
    faded: state !== '',
  };
};
