import { expect } from 'vitest';
import type { InspectorDependencies } from '../../../../extension/editor/inspector/inspectorDependencies.ts';
import { InspectorSession } from '../../../../extension/editor/inspector/inspectorSession.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import { hostMessageSchema, type HostMessage } from '../../../../extension/protocol/inspectorMessages.ts';
import type { InspectorSearch } from '../../../../extension/protocol/inspectorNavigation.ts';
import { apiOf, statusOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

/** An inspector's host beside a page: what it posts and logs. `calls` are the palace's; null: there is no palace. */
export const openSession = (calls: Partial<PalaceApi> | null, changes: Partial<InspectorDependencies> = {}) => {
  const posted: HostMessage[] = [];
  const logged: string[] = [];
  const api = (): Promise<PalaceApi | null> =>
    Promise.resolve(
      calls === null
        ? null
        : apiOf({
            status: () => Promise.resolve(statusOf(9)),
            profiles: () => Promise.resolve({ names: ['default', 'orient'] }),
            ...calls,
          }),
    );
  const session = new InspectorSession({
    post: (message) => posted.push(hostMessageSchema.parse(message)),
    api,
    workspace: () => 'ferry',
    settings: () => ({ profile: 'default', results: 10, explain: true }),
    navigation: { read: () => undefined, save: () => undefined },
    readSource: () => Promise.resolve(null),
    openSource: () => Promise.resolve(),
    copy: () => Promise.resolve(),
    runCommand: () => Promise.resolve(),
    erase: () => Promise.resolve(),
    commands: () => ['mineWorkspace', 'status'],
    commitOf: () => Promise.resolve('0123456789abcdef'),
    searches: {
      read: () => ({ recent: [], starred: [] }),
      add: () => undefined,
      star: () => undefined,
      onChange: () => ({ dispose: () => undefined }),
    },
    packets: { save: () => Promise.resolve(null), open: () => Promise.resolve(null) },
    saveChart: () => Promise.resolve(null),
    changed: () => undefined,
    log: (_level, message) => logged.push(message),
    localiser: english,
    ...changes,
  });
  return {
    session,
    api,
    posted,
    logged,
    kinds: () => posted.map(({ type }) => type),
    settled: (count: number) => expect.poll(() => posted.length).toBeGreaterThanOrEqual(count),
  };
};
/** A search for “fog”, as the page asks for it. */
export const search: InspectorSearch = {
  query: 'fog',
  profile: null,
  filter: {},
  k: null,
  explain: true,
  candidateTrace: false,
  dryRun: false,
};
