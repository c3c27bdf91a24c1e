import type { SessionContext, SessionItem } from '../../palace/contract/memory/sessionContextSchemas.ts';
import type { PalaceApi, Result } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { TreeContents } from '../tree/palaceTree.ts';
import { drawerLabel } from '../memory/drawerText.ts';
import { drawersById } from '../tree/drawersById.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import type { Localiser } from '../platform/localiser.ts';
import { sessionKey, type SessionNode, type SessionSection } from './sessionNode.ts';

/** Maximum drawers listed per recurring issue and per moved batch. */
const mostOfPattern = 50;

type SessionApi = Pick<PalaceApi, 'sessionContext' | 'moves' | 'show'>;
type Moves = Result<'moves'>;

/**
 * The rows of the Session view: what waits for the person and what was moved, then the context that a session would
 * start with, which is read once per change. Reading it does not count as access.
 */
export class SessionContents implements TreeContents<SessionNode> {
  readonly #localiser: Localiser;
  #read: Promise<{ readonly context: SessionContext; readonly moves: Moves }> | undefined;
  #last: SessionContext | null = null;

  constructor(localiser: Localiser) {
    this.#localiser = localiser;
  }

  /** The context that was read last; null before the first read. */
  get last(): SessionContext | null {
    return this.#last;
  }

  refresh(): void {
    this.#read = undefined;
  }

  async children(api: SessionApi, node: SessionNode | undefined): Promise<readonly SessionNode[]> {
    if (node === undefined) {
      const { context, moves } = await this.#contents(api);
      return sectionsOf(context, moves);
    }
    const { t } = this.#localiser;
    switch (node.kind) {
      case 'section':
        return this.#section(api, node.section, sessionKey(node));
      case 'pattern':
        return ofDrawers(await drawersById(api, node.pattern.drawer_ids.slice(-mostOfPattern)), sessionKey(node));
      case 'moved':
        return listed(
          api,
          node.batch.drawers.slice(0, mostOfPattern),
          sessionKey(node),
          ({ from, to, reason }) => ({
            description: `${t(from)} → ${to === 'archive' ? t('archive') : t(to)}`,
            reason: this.#said(reason),
          }),
        );
      case 'alike':
        return ofDrawers(await drawersById(api, node.candidate.drawer_ids), sessionKey(node));
      case 'replacement':
        return [
          ...ofDrawers([node.older], sessionKey(node), () => ({ description: t('older') })),
          ...ofDrawers([node.newer], sessionKey(node), () => ({ description: t('newer') })),
        ];
      default:
        return [];
    }
  }

  async #section(api: SessionApi, section: SessionSection, under: string): Promise<readonly SessionNode[]> {
    const { context, moves } = await this.#contents(api);
    switch (section) {
      case 'waiting':
        return moves.waiting.map((plan) => ({ kind: 'waiting', plan: { ...plan, id: plan.plan_id } }));
      case 'moved':
        return moves.batches.map((batch) => ({ kind: 'moved', batch }));
      case 'pinned':
        return this.#items(api, context.pinned, under);
      case 'memories':
        return this.#items(api, context.memories, under);
      case 'issues':
        return context.recurring_issues.map((pattern) => ({ kind: 'pattern', pattern }));
      case 'commits':
        return ofDrawers(
          await drawersById(
            api,
            context.recent_commits.map(({ drawer_id: id }) => id),
          ),
          under,
        );
      case 'alike':
        return context.consolidation_candidates.map((candidate) => ({ kind: 'alike', candidate }));
      case 'compactable':
        return this.#compactable(api, context.compaction_candidates, under);
      case 'replacements':
        return replacementsOf(api, context.supersede_suggestions);
      case 'leftOut': {
        const unnamed = context.left_out_total - context.left_out.length;
        return [
          ...(await listed(api, context.left_out, under, ({ reason }) => ({
            description: this.#said(reason),
            reason: this.#said(reason),
          }))),
          ...(unnamed > 0 ? [{ kind: 'rest', count: unnamed } as const] : []),
        ];
      }
    }
  }

  /** Drawers of the context, with what they cost and why they are in it. */
  #items(api: SessionApi, items: readonly SessionItem[], under: string): Promise<readonly SessionNode[]> {
    const { t, count } = this.#localiser;
    return listed(api, items, under, ({ tokens, cut, reason }) => {
      const cost = tokens === 1 ? t('1 token') : t('{0} tokens', count(tokens));
      return { description: cut ? `${cost} · ${t('shortened')}` : cost, reason: this.#said(reason) };
    });
  }

  /** What replaces a drawer is named unless the drawer bears a mark, which its tooltip tells. */
  async #compactable(
    api: SessionApi,
    candidates: SessionContext['compaction_candidates'],
    under: string,
  ): Promise<readonly SessionNode[]> {
    const { t, count, decimal } = this.#localiser;
    const replacing = candidates.flatMap(({ superseded_by: by }) => by ?? []);
    const newer = new Map((await drawersById(api, replacing)).map((drawer) => [drawer.drawer_id, drawer]));
    return listed(
      api,
      candidates,
      under,
      ({ days_since_access: days, ltp_score: ltp, superseded_by: by }, { superseded_by: marked }) => {
        const replacement = marked === null ? newer.get(by ?? '') : undefined;
        const parts = [
          days === 1 ? t('not used for 1 day') : t('not used for {0} days', count(days)),
          t('long-term potentiation {0}', decimal(ltp, 2)),
          ...(replacement === undefined
            ? []
            : [t('replaced by “{0}”', drawerLabel(replacement, this.#localiser))]),
        ];
        return { reason: parts.join(' · ') };
      },
    );
  }

  #said(reason: string): string {
    return localisedReason(reason, this.#localiser);
  }

  #contents(api: SessionApi): Promise<{ readonly context: SessionContext; readonly moves: Moves }> {
    this.#read ??= Promise.all([api.sessionContext({}), api.moves({})]).then(
      ([context, moves]) => ({ context: (this.#last = context), moves }),
      (thrown: unknown) => {
        this.refresh();
        throw thrown;
      },
    );
    return this.#read;
  }
}

/** The sections that are not empty. */
const sectionsOf = (context: SessionContext, { batches, waiting }: Moves): SessionNode[] => {
  const counts: readonly (readonly [SessionSection, number])[] = [
    ['waiting', waiting.length],
    ['moved', batches.length],
    ['pinned', context.pinned.length],
    ['issues', context.recurring_issues.length],
    ['memories', context.memories.length],
    ['commits', context.recent_commits.length],
    ['replacements', context.supersede_suggestions.length],
    ['alike', context.consolidation_candidates.length],
    ['compactable', context.compaction_candidates.length],
    ['leftOut', context.left_out_total],
  ];
  return counts.filter(([, count]) => count > 0).map(([section, count]) => ({ kind: 'section', section, count }));
};

/** What a row says of its drawer beside the title. */
interface Remark {
  readonly description?: string | undefined;
  readonly reason?: string | null;
}

const ofDrawers = (
  drawers: readonly DrawerView[],
  under: string,
  remark: (drawer: DrawerView) => Remark = () => ({}),
): SessionNode[] =>
  drawers.map((drawer) => {
    const { description, reason = null } = remark(drawer);
    return { kind: 'drawer', drawer, under, description, reason };
  });

/** The drawers that a list names, each with the remark that its entry makes. */
const listed = async <Entry extends { readonly drawer_id: string }>(
  api: SessionApi,
  entries: readonly Entry[],
  under: string,
  remark: (entry: Entry, drawer: DrawerView) => Remark,
): Promise<SessionNode[]> => {
  const byId = new Map(entries.map((entry) => [entry.drawer_id, entry]));
  return ofDrawers(await drawersById(api, [...byId.keys()]), under, (drawer) => {
    const entry = byId.get(drawer.drawer_id);
    return entry === undefined ? {} : remark(entry, drawer);
  });
};

/** Suggestions both of whose drawers are still there. */
const replacementsOf = async (
  api: SessionApi,
  suggestions: SessionContext['supersede_suggestions'],
): Promise<SessionNode[]> => {
  const found = await Promise.all(
    suggestions.map(async (suggestion): Promise<SessionNode[]> => {
      const [older, newer] = await drawersById(api, [suggestion.older_id, suggestion.newer_id]);
      return older === undefined || newer === undefined ? [] : [{ kind: 'replacement', suggestion, older, newer }];
    }),
  );
  return found.flat();
};
