import type { SearchResult, WhyNot } from '../../extension/palace/contract/searchResult.ts';
import type { HostMessage, ReplayedPacket } from '../../extension/protocol/inspectorMessages.ts';
import type { Failure } from '../host/failure.ts';

/** A question beside the search: asked while it has neither answer nor failure. */
export interface Aside<Answer> {
  readonly requestId: string;
  readonly answer: Answer | null;
  readonly failure: Failure | null;
}

/** What was asked beside the search. All of it belongs to the run in view, but for the packets. */
export interface Asides {
  readonly whyNot: (Aside<WhyNot> & { readonly drawer: string }) | null;
  /** By the key of the ranking. */
  readonly rankings: ReadonlyMap<string, Aside<SearchResult>>;
  readonly opening: Aside<ReplayedPacket> | null;
  /** By file name, in the order of opening. */
  readonly packets: ReadonlyMap<string, ReplayedPacket>;
  /** Keys of the rankings that are compared; null: not chosen yet. */
  readonly compared: { readonly a: string | null; readonly b: string | null };
}

export const noAsides: Asides = { whyNot: null, rankings: new Map(), opening: null, packets: new Map(), compared: { a: null, b: null } };

export type AsideAction =
  | { readonly type: 'whyNotAsked'; readonly requestId: string; readonly drawer: string }
  | { readonly type: 'rankingAsked'; readonly requestId: string; readonly key: string }
  | { readonly type: 'packetAsked'; readonly requestId: string }
  | { readonly type: 'rankingsChosen'; readonly compared: Asides['compared'] };

const asked = (requestId: string) => ({ requestId, answer: null, failure: null });

/** A new run makes what was asked about the older one void; packets and choices stay. */
export const asidesOfNewRun = (asides: Asides): Asides => ({ ...asides, whyNot: null, rankings: new Map() });

export const reduceAsides = (asides: Asides, action: AsideAction): Asides => {
  switch (action.type) {
    case 'whyNotAsked':
      return { ...asides, whyNot: { ...asked(action.requestId), drawer: action.drawer } };
    case 'rankingAsked':
      return { ...asides, rankings: new Map(asides.rankings).set(action.key, asked(action.requestId)) };
    case 'packetAsked':
      return { ...asides, opening: asked(action.requestId) };
    case 'rankingsChosen':
      return { ...asides, compared: action.compared };
  }
};

const rankingWith = (asides: Asides, requestId: string): string | undefined =>
  [...asides.rankings].find(([, aside]) => aside.requestId === requestId)?.[0];

/** Puts an answer where its question waits; anything else leaves the asides as they are. */
export const asidesAnswered = (asides: Asides, message: HostMessage): Asides => {
  const requestId = 'requestId' in message ? message.requestId : null;
  if (requestId === null) return asides;
  const { whyNot, opening, rankings } = asides;
  const key = rankingWith(asides, requestId);
  switch (message.type) {
    case 'whyNot':
      return whyNot?.requestId === requestId ? { ...asides, whyNot: { ...whyNot, answer: message.answer } } : asides;
    case 'ranking':
      return key === undefined ? asides : { ...asides, rankings: new Map(rankings).set(key, { requestId, answer: message.result, failure: null }) };
    case 'packet': {
      if (opening?.requestId !== requestId) return asides;
      const { packet } = message;
      return { ...asides, opening: null, packets: new Map(asides.packets).set(packet.name, packet), compared: { a: `packet:${packet.name}`, b: 'run' } };
    }
    case 'error': {
      const failure = { code: message.code, message: message.message, remedy: message.remedy };
      if (whyNot?.requestId === requestId) return { ...asides, whyNot: { ...whyNot, failure } };
      if (opening?.requestId === requestId) return { ...asides, opening: { ...opening, failure } };
      return key === undefined ? asides : { ...asides, rankings: new Map(rankings).set(key, { requestId, answer: null, failure }) };
    }
    case 'cancelled': {
      if (whyNot?.requestId === requestId) return { ...asides, whyNot: null };
      if (opening?.requestId === requestId) return { ...asides, opening: null };
      return key === undefined ? asides : { ...asides, rankings: new Map([...rankings].filter(([other]) => other !== key)) };
    }
    default:
      return asides;
  }
};
