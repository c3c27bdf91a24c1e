import { messageOf } from '../../base/text/messageOf.ts';
import type { HostMessage } from '../../protocol/inspectorMessages.ts';
import type { InspectorDependencies } from './inspectorDependencies.ts';

/** The profiles that there are now. Null if there is no palace, or if it can't be asked: the page then keeps those it has. */
export const profilesMessage = async ({
  api,
  settings,
  log,
}: Pick<InspectorDependencies, 'api' | 'settings' | 'log'>): Promise<HostMessage | null> => {
  try {
    const palace = await api();
    if (palace === null) return null;
    const { names } = await palace.profiles({});
    return { type: 'profiles', profiles: { names, current: settings().profile } };
  } catch (thrown) {
    log('warn', `The inspector has the profiles of before: ${messageOf(thrown)}`);
    return null;
  }
};
