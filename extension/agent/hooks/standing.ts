import type { PalaceApi } from '../../palace/contract/palaceApi.ts';

/** What is wrong with the palace as a whole (damaged, read-only), for a person; null where nothing is. */
export const standing = async (api: PalaceApi): Promise<string | null> => {
  const { palace, warnings } = await api.status({});
  if (palace.state === 'ok') return null;
  return (
    warnings[0] ??
    (palace.state === 'damaged'
      ? 'the palace is damaged and opens for reading only.'
      : 'the palace can’t be written.')
  );
};
