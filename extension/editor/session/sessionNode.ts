import type { WaitingPlan } from '../../palace/contract/memory/moveSchemas.ts';
import type { ConsolidationCandidate } from '../../palace/contract/memory/ageingSchemas.ts';
import type { PatternView } from '../../palace/contract/memory/patternSchemas.ts';
import type { SessionContext } from '../../palace/contract/memory/sessionContextSchemas.ts';
import type { Result } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';

type MovedRow = Result<'moves'>['batches'][number];

export type SessionSection =
  | 'waiting'
  | 'moved'
  | 'pinned'
  | 'issues'
  | 'memories'
  | 'commits'
  | 'replacements'
  | 'alike'
  | 'compactable'
  | 'leftOut';

/**
 * A row of the Session view: sections, and in them drawers, recurring issues, notes that may be out of date, and
 * groups that could be one summary.
 */
export type SessionNode =
  | { readonly kind: 'section'; readonly section: SessionSection; readonly count: number }
  | {
      readonly kind: 'drawer';
      readonly drawer: DrawerView;
      /** The parent's key: a drawer may be in the view more than once. */
      readonly under: string;
      /** The description; undefined for the usual one. */
      readonly description: string | undefined;
      /** Why it is here, in the palace's own words. */
      readonly reason: string | null;
    }
  | { readonly kind: 'pattern'; readonly pattern: PatternView }
  | {
      readonly kind: 'replacement';
      readonly suggestion: SessionContext['supersede_suggestions'][number];
      readonly older: DrawerView;
      readonly newer: DrawerView;
    }
  | { readonly kind: 'alike'; readonly candidate: ConsolidationCandidate }
  /** An agent's plan that waits for a person; `plan.id` as in the Archive & plans view. */
  | { readonly kind: 'waiting'; readonly plan: WaitingPlan & { readonly id: string } }
  | { readonly kind: 'moved'; readonly batch: MovedRow }
  /** The number of drawers that were left out and are not listed. */
  | { readonly kind: 'rest'; readonly count: number }
  /** The palace could not be opened. */
  | { readonly kind: 'retry' };

/** A unique key for each node, stable over refreshes. */
export const sessionKey = (node: SessionNode): string => {
  switch (node.kind) {
    case 'section':
      return JSON.stringify(['section', node.section]);
    case 'drawer':
      return JSON.stringify([node.under, node.drawer.drawer_id]);
    case 'pattern':
      return JSON.stringify(['pattern', node.pattern.pattern_id]);
    case 'replacement':
      return JSON.stringify(['replacement', node.suggestion.older_id, node.suggestion.newer_id]);
    case 'alike':
      return JSON.stringify(['alike', ...node.candidate.drawer_ids]);
    case 'waiting':
      return JSON.stringify(['waiting', node.plan.id]);
    case 'moved':
      return JSON.stringify(['moved', node.batch.batch]);
    case 'rest':
      return JSON.stringify(['rest']);
    case 'retry':
      return JSON.stringify(['retry']);
  }
};
