import {
  idWithoutSecrets,
  nameWithoutSecrets,
  namesWithoutSecrets,
  propertiesWithoutSecrets,
} from '../filing/secrets/safeNames.ts';
import type { ImportedDrawer, ImportItem } from './record/importItem.ts';

const idOrNull = (id: string | null): string | null => (id === null ? null : idWithoutSecrets(id));
const nameOrNull = (name: string | null): string | null => (name === null ? null : nameWithoutSecrets(name));

/** A reader's item without secrets in the fields that become names. Texts stay verbatim. */
export const screenedItem = (item: ImportItem): ImportItem => {
  switch (item.kind) {
    case 'drawer':
      return { ...item, drawer: screenedDrawer(item.drawer) };
    case 'source':
      return { ...item, source: { ...item.source, path: nameWithoutSecrets(item.source.path) } };
    case 'pair':
      return {
        ...item,
        pair: { ...item.pair, a: idWithoutSecrets(item.pair.a), b: idWithoutSecrets(item.pair.b) },
      };
    case 'pattern': {
      const { label, entry_ids: ids } = item.pattern;
      return {
        ...item,
        pattern: { ...item.pattern, label: nameWithoutSecrets(label), entry_ids: ids.map(idWithoutSecrets) },
      };
    }
    case 'skip':
    case 'warning':
      return item;
  }
};

const screenedDrawer = (drawer: ImportedDrawer): ImportedDrawer => ({
  ...drawer,
  id: idWithoutSecrets(drawer.id),
  wing: nameWithoutSecrets(drawer.wing),
  room: nameWithoutSecrets(drawer.room),
  speaker: nameOrNull(drawer.speaker),
  source: drawer.source === null ? null : { ...drawer.source, path: nameWithoutSecrets(drawer.source.path) },
  archived:
    drawer.archived === null ? null : { ...drawer.archived, reason: nameWithoutSecrets(drawer.archived.reason) },
  supersededBy: idOrNull(drawer.supersededBy),
  consolidatedInto: idOrNull(drawer.consolidatedInto),
  tags: namesWithoutSecrets(drawer.tags),
  properties: propertiesWithoutSecrets(drawer.properties),
});
