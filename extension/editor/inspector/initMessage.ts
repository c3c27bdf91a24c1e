import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import type { HostMessage } from '../../protocol/inspectorMessages.ts';
import { inspectorNavigationSchema, type InspectorNavigation } from '../../protocol/inspectorNavigation.ts';
import type { InspectorDependencies } from './inspectorDependencies.ts';
import { palaceSummaryOf } from './palaceSummaryOf.ts';

/** What the palace says of itself; `status` is null while there is none. */
export interface FirstAnswers {
  readonly status: PalaceStatus | null;
  /** Names of all profiles. */
  readonly profiles: readonly string[];
}

/** What the page needs first. `hasSearch`: one is shown right after it, so the page must not repeat its last one. */
export const initMessage = (
  { status, profiles, hasSearch }: FirstAnswers & { readonly hasSearch: boolean },
  {
    commands,
    localiser,
    navigation,
    searches,
    settings,
    workspace,
  }: Pick<InspectorDependencies, 'commands' | 'localiser' | 'navigation' | 'searches' | 'settings' | 'workspace'>,
): HostMessage => {
  const { profile, explain } = settings();
  const stored = inspectorNavigationSchema.safeParse(navigation.read()).data ?? firstNavigation(explain);
  return {
    type: 'init',
    palace: palaceSummaryOf(status, workspace(), localiser),
    profiles: { names: [...profiles], current: profile },
    navigation: hasSearch ? { ...stored, search: { ...stored.search, query: '' } } : stored,
    searches: pastSearches(searches),
    commands: [...commands()],
  };
};

const firstNavigation = (explain: boolean): InspectorNavigation => ({
  tab: 'results',
  history: [],
  search: { query: '', profile: null, filter: {}, k: null, explain, candidateTrace: false, dryRun: false },
});

/** The searches that can be made again, as the protocol has them. */
export const pastSearches = (
  searches: Pick<InspectorDependencies['searches'], 'read'>,
): Extract<HostMessage, { readonly type: 'searches' }>['searches'] => {
  const { recent, starred } = searches.read();
  return { recent: [...recent], starred: [...starred] };
};
