import type { Drawer } from '../model/drawer/drawer.ts';
import type { AnnotationQueries } from '../store/queries/annotations.ts';
import type { Place } from './wings.ts';

const property = 'placed';
/** Names the rooms, one per line, that the team moved the drawer out of. */
export const leftProperty = 'left_rooms';

/** Properties of a drawer that a person moved: mining and imports leave it where it is. */
export const placedByHand = { [property]: 'by_hand' } as const;

/** Where a drawer belongs: where it was moved by hand or by the team, else `place`. */
export const placeOf = (
  { id, wing, room }: Pick<Drawer, 'id' | 'wing' | 'room'>,
  place: Place,
  read: Pick<AnnotationQueries, 'propertiesOf'>,
): Place => {
  if (wing === place.wing && room === place.room) return place;
  const properties = read.propertiesOf(id);
  const isMoved = property in properties || (wing === place.wing && leftRooms(properties).includes(place.room));
  return isMoved ? { wing, room } : place;
};

const leftRooms = ({ [leftProperty]: left = '' }: Readonly<Record<string, string>>): string[] =>
  left === '' ? [] : left.split('\n');

/**
 * Properties of a drawer that the team moved from one room to another: mining does not move it back. It follows its
 * file to a room where it has not been, like the drawers of others who mine that file.
 */
export const movedByTeam = (
  { id }: Pick<Drawer, 'id'>,
  from: string,
  to: string,
  read: Pick<AnnotationQueries, 'propertiesOf'>,
): Readonly<Record<string, string>> => {
  const left = new Set([...leftRooms(read.propertiesOf(id)), from]);
  left.delete(to);
  return { [leftProperty]: [...left].join('\n') };
};

/** Whether a person moved the drawer. */
export const isPlacedByHand = (
  { id }: Pick<Drawer, 'id'>,
  read: Pick<AnnotationQueries, 'propertiesOf'>,
): boolean => property in read.propertiesOf(id);
