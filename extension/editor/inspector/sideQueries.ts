import type { Disposable } from '../../base/disposable.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { CallOptions, PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { SearchRequest } from '../../palace/contract/search/searchSchemas.ts';
import type { HostMessage, InspectorMessage } from '../../protocol/inspectorMessages.ts';
import type { InspectorSearch } from '../../protocol/inspectorNavigation.ts';
import { inspectorRequest } from './inspectorRequest.ts';
import { namedDrawer } from './namedDrawer.ts';
import { packetFileName, readReplayPacket } from './replayFile.ts';

/** Where packets are kept: dialogs of the editor. Null: the person chose no file. */
export interface PacketFiles {
  /** Returns the name of the written file. */
  readonly save: (suggestedName: string, text: string) => Promise<string | null>;
  readonly open: () => Promise<{ readonly name: string; readonly text: string } | null>;
}

export interface SideQueriesDependencies {
  readonly post: (message: HostMessage) => void;
  /** Rejects with E_PALACE_NOT_FOUND if there is none. */
  readonly palace: () => Promise<PalaceApi>;
  readonly settings: () => { readonly profile: string; readonly results: number };
  readonly packets: PacketFiles;
  readonly fail: (thrown: unknown, requestId: string) => void;
}

/** A message that asks a side query. */
type SideQuery = Extract<InspectorMessage, { readonly type: 'whyNot' | 'rank' | 'openPacket' | 'growth' }>;

/** How much deeper than the search a compared ranking goes. */
const deeper = 5;
const leastDepth = 50;
const mostDepth = 1000;

/** Flags that give the order of the cosine: every phase off, only the dense leg. */
const cosineOnly = { fusion: 'convex', dense_weight: 1 } as const;

/** Side queries: why a drawer is missing, the same query with another ranking, the replay of a saved packet, the growth of the wings. */
export class InspectorSideQueries implements Disposable {
  readonly #dependencies: SideQueriesDependencies;
  readonly #running = new Map<string, { readonly abort: AbortController; readonly ofSearch: boolean }>();

  constructor(dependencies: SideQueriesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Gives exactly one answer. */
  async ask(sideQuery: SideQuery): Promise<void> {
    const abort = new AbortController();
    const { requestId } = sideQuery;
    this.#running.set(requestId, { abort, ofSearch: sideQuery.type === 'whyNot' || sideQuery.type === 'rank' });
    try {
      const answer = await this.#answer(sideQuery, { signal: abort.signal });
      this.#dependencies.post(answer === null || abort.signal.aborted ? { type: 'cancelled', requestId } : answer);
    } catch (thrown) {
      if (abort.signal.aborted) this.#dependencies.post({ type: 'cancelled', requestId });
      else this.#dependencies.fail(thrown, requestId);
    } finally {
      this.#running.delete(requestId);
    }
  }

  /** Saves the search's packet; returns the file's name, null if the person chose none. */
  async savePacket(search: InspectorSearch): Promise<string | null> {
    const api = await this.#dependencies.palace();
    const { replay_packet: packet } = await api.search({ ...this.#request(search), replay: true, dry_run: true });
    if (packet === undefined)
      throw new PalaceError('E_INTERNAL', 'The palace gave no replay packet for this search.');
    return this.#dependencies.packets.save(
      packetFileName(search.query, packet.recorded_at),
      JSON.stringify(packet),
    );
  }

  cancel(requestId: string): void {
    this.#running.get(requestId)?.abort.abort();
  }

  /** A newer search makes the questions about the older one pointless. */
  cancelOfSearch(): void {
    for (const { abort, ofSearch } of this.#running.values()) if (ofSearch) abort.abort();
  }

  dispose(): void {
    for (const { abort } of this.#running.values()) abort.abort();
  }

  #request(search: InspectorSearch): SearchRequest {
    return inspectorRequest(search, this.#dependencies.settings());
  }

  async #answer(sideQuery: SideQuery, options: CallOptions): Promise<HostMessage | null> {
    const { requestId } = sideQuery;
    const api = await this.#dependencies.palace();
    switch (sideQuery.type) {
      case 'whyNot': {
        const request = this.#request(sideQuery.search);
        const drawerId = await namedDrawer(sideQuery.drawer, request, api, options);
        return {
          type: 'whyNot',
          requestId,
          answer: await api.whyNot({ ...request, drawer_id: drawerId, dry_run: true }, options),
        };
      }
      case 'rank': {
        const request = this.#request(sideQuery.search);
        const k = Math.min(mostDepth, Math.max(leastDepth, deeper * (request.k ?? 1)));
        const by = sideQuery.by === 'cosine' ? { profile: 'baseline', overrides: cosineOnly } : {};
        return {
          type: 'ranking',
          requestId,
          result: await api.search(
            { ...request, k, explain: false, candidate_trace: true, dry_run: true, ...by },
            options,
          ),
        };
      }
      case 'growth':
        return { type: 'growth', requestId, growth: await api.growth({}, options) };
      case 'openPacket': {
        const file = await this.#dependencies.packets.open();
        if (file === null) return null;
        const packet = readReplayPacket(file.text, file.name);
        const result = await api.replay({ packet }, options);
        return {
          type: 'packet',
          requestId,
          packet: {
            name: file.name,
            query: packet.query,
            profile: packet.profile_used,
            recordedAt: packet.recorded_at,
            result,
          },
        };
      }
    }
  }
}
