import * as z from 'zod';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { agentTool, reads } from './agentTool.ts';
import { drawerName, drawersAt, isPlace } from './drawerAt.ts';
import { agentFilter, filterArguments } from './filterArguments.ts';
import { sourcePath } from './sourcePath.ts';
import { searchAnswer, searchOutput } from '../answers/searchAnswer.ts';

/** Offered only in VS Code: neither MemPalace nor Synaptic has such a tool. */
export const palaceSimilar = agentTool({
  name: 'palace_similar',
  title: 'Find similar drawers',
  description: 'Drawers whose meaning is closest to a drawer’s.',
  input: {
    drawer_id: drawerName,
    limit: z.int().min(1).max(100).default(10),
    wing: filterArguments.wing,
    type: filterArguments.type,
  },
  output: searchOutput,
  annotations: reads,
  gives: () => true,
  async run(palace, { drawer_id: name, limit, ...filter }, { signal, workspace }) {
    const given = isPlace(name) ? sourcePath(name, await workspace()) : name;
    // An ID, too, is first looked up for an agent: the editor's own calls tell of every linked palace.
    const [{ drawer_id: id }] = await drawersAt(palace, given, { signal, forAgent: true });
    const found = palace
      .similar({ drawer_id: id, k: limit, filter: agentFilter(filter) }, { signal })
      .catch((thrown: unknown) => {
        // The palace's own message quotes the drawer.
        throw thrown instanceof PalaceError && thrown.code === 'E_NO_VECTOR'
          ? new PalaceError('E_NO_VECTOR', 'That drawer has no vector.')
          : thrown;
      });
    return searchAnswer(await found, { more: 'Raise token_budget, or read a drawer by its ID.', limit });
  },
});
