import type { SearchResult, WhyNot } from '../../extension/palace/contract/search/searchResult.ts';
import type { HostMessage, ReplayedPacket } from '../../extension/protocol/inspectorMessages.ts';
import type { PalaceGrowth } from '../../extension/palace/contract/growthSchema.ts';
import { failureOf, type Failure } from '../host/failure.ts';

/** A question beside the search; pending while it has neither answer nor failure. */
interface SideQuery<Answer> {
  readonly requestId: string;
  readonly answer: Answer | null;
  readonly failure: Failure | null;
}

/** The questions asked beside the search. Everything except packets and growth belongs to the run in view. */
export interface SideQueries {
  readonly whyNot: (SideQuery<WhyNot> & { readonly drawer: string }) | null;
  /** By the key of the ranking. */
  readonly rankings: ReadonlyMap<string, SideQuery<SearchResult>>;
  readonly opening: SideQuery<ReplayedPacket> | null;
  /** `shown`: the last answer, until the next one is there. `revision`: the palace's when it was asked. */
  readonly growth:
    (SideQuery<PalaceGrowth> & { readonly revision: number; readonly shown: PalaceGrowth | null }) | null;
  /** By file name, in the order of opening. */
  readonly packets: ReadonlyMap<string, ReplayedPacket>;
  /** Keys of the rankings that are compared; null: not chosen yet. */
  readonly compared: { readonly a: string | null; readonly b: string | null };
}

export const noSideQueries: SideQueries = {
  whyNot: null,
  rankings: new Map(),
  opening: null,
  growth: null,
  packets: new Map(),
  compared: { a: null, b: null },
};

export type SideQueryAction =
  | { readonly type: 'whyNotAsked'; readonly requestId: string; readonly drawer: string }
  | { readonly type: 'rankingAsked'; readonly requestId: string; readonly key: string }
  | { readonly type: 'packetAsked'; readonly requestId: string }
  | { readonly type: 'growthAsked'; readonly requestId: string; readonly revision: number }
  | { readonly type: 'rankingsChosen'; readonly compared: SideQueries['compared'] };

const asked = (requestId: string) => ({ requestId, answer: null, failure: null });

/** A new run drops the questions about the older one; packets and choices stay. */
export const sideQueriesOfNewRun = (sideQueries: SideQueries): SideQueries => ({
  ...sideQueries,
  whyNot: null,
  rankings: new Map(),
});

export const reduceSideQueries = (sideQueries: SideQueries, action: SideQueryAction): SideQueries => {
  switch (action.type) {
    case 'whyNotAsked':
      return { ...sideQueries, whyNot: { ...asked(action.requestId), drawer: action.drawer } };
    case 'rankingAsked':
      return { ...sideQueries, rankings: new Map(sideQueries.rankings).set(action.key, asked(action.requestId)) };
    case 'packetAsked':
      return { ...sideQueries, opening: asked(action.requestId) };
    case 'growthAsked': {
      const { requestId, revision } = action;
      return {
        ...sideQueries,
        growth: { ...asked(requestId), revision, shown: sideQueries.growth?.shown ?? null },
      };
    }
    case 'rankingsChosen':
      return { ...sideQueries, compared: action.compared };
  }
};

const rankingWith = (sideQueries: SideQueries, requestId: string): string | undefined =>
  [...sideQueries.rankings].find(([, sideQuery]) => sideQuery.requestId === requestId)?.[0];

/** Puts an answer where its question waits; anything else leaves the side queries as they are. */
export const sideQueriesAnswered = (sideQueries: SideQueries, message: HostMessage): SideQueries => {
  const requestId = 'requestId' in message ? message.requestId : null;
  if (requestId === null) return sideQueries;
  const { whyNot, opening, growth, rankings } = sideQueries;
  const key = rankingWith(sideQueries, requestId);
  switch (message.type) {
    case 'whyNot':
      return whyNot?.requestId === requestId
        ? { ...sideQueries, whyNot: { ...whyNot, answer: message.answer } }
        : sideQueries;
    case 'ranking':
      return key === undefined
        ? sideQueries
        : {
            ...sideQueries,
            rankings: new Map(rankings).set(key, { requestId, answer: message.result, failure: null }),
          };
    case 'growth':
      return growth?.requestId === requestId
        ? { ...sideQueries, growth: { ...growth, answer: message.growth, shown: message.growth } }
        : sideQueries;
    case 'packet': {
      if (opening?.requestId !== requestId) return sideQueries;
      const { packet } = message;
      return {
        ...sideQueries,
        opening: null,
        packets: new Map(sideQueries.packets).set(packet.name, packet),
        compared: { a: `packet:${packet.name}`, b: 'run' },
      };
    }
    case 'error': {
      const failure = failureOf(message);
      if (whyNot?.requestId === requestId) return { ...sideQueries, whyNot: { ...whyNot, failure } };
      if (opening?.requestId === requestId) return { ...sideQueries, opening: { ...opening, failure } };
      if (growth?.requestId === requestId) return { ...sideQueries, growth: { ...growth, failure } };
      return key === undefined
        ? sideQueries
        : { ...sideQueries, rankings: new Map(rankings).set(key, { requestId, answer: null, failure }) };
    }
    case 'cancelled': {
      if (whyNot?.requestId === requestId) return { ...sideQueries, whyNot: null };
      if (opening?.requestId === requestId) return { ...sideQueries, opening: null };
      if (growth?.requestId === requestId) return { ...sideQueries, growth: null };
      return key === undefined
        ? sideQueries
        : { ...sideQueries, rankings: new Map([...rankings].filter(([other]) => other !== key)) };
    }
    default:
      return sideQueries;
  }
};
