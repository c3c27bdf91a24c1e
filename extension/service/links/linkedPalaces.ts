import type { LinkedPalaces } from '../../palace/contract/linkedPalaces.ts';
import { readLinks } from './linkFile.ts';
import { LinkedPalaceClient } from './linkedPalaceClient.ts';

/** The palaces that a person has linked to the one in a folder. The list is read again each time; clients are kept. */
export const linkedPalaces = (folder: string, distFolder: string): LinkedPalaces => {
  const clients = new Map<string, LinkedPalaceClient>();
  const clientOf = (other: string): LinkedPalaceClient => {
    const client = clients.get(other) ?? new LinkedPalaceClient(other, distFolder);
    clients.set(other, client);
    return client;
  };
  return {
    list() {
      const links = readLinks(folder);
      const wanted = new Set(links.map((link) => link.folder));
      for (const [other, client] of clients)
        if (!wanted.has(other)) {
          clients.delete(other);
          void client.close();
        }
      return links.map((link) => ({
        ...link,
        title: `The linked palace “${link.name}” (${link.folder})`,
        call: (method, params, signal) => clientOf(link.folder).call(method, params, signal),
      }));
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
      clients.clear();
    },
  };
};
