import { isNoteType } from '../../palace/model/drawer/noteTypes.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { Localiser } from '../platform/localiser.ts';

/** The scheme of the URIs for which the editor asks for badges. */
export const badgeScheme = 'synapse-palace-marks';

/** Words that the conditions of menus test: `viewItem =~ /\\bpinned\\b/`. */
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

/** What a drawer's badge and colour show. */
export const drawerMarks = ({
  pinned,
  tier,
  archived,
  superseded_by: by,
}: Pick<DrawerView, 'pinned' | 'tier' | 'archived' | 'superseded_by'>): string =>
  [pinned ? 'pinned' : '', tier, archived ? 'archived' : by === null ? '' : 'superseded'].join(',');

interface DrawerBadge {
  /** One or two characters; undefined for an unpinned drawer of the ordinary tier. */
  readonly badge: string | undefined;
  readonly tooltip: string;
  /** The drawer is archived or superseded. */
  readonly faded: boolean;
}

/** The badge of {@link drawerMarks}; undefined if there is nothing to show. */
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
        ? [{ badge: '', tooltip: localiser.t('replaced') }]
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
