import type { PalaceApi } from '../../palace/contract/palaceApi.ts';

/** The palace's general problem (damaged, read-only) for a person, or null if there is none. */
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
