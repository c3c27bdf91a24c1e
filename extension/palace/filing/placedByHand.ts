import type { Drawer } from '../model/drawer.ts';
import type { AnnotationQueries } from '../store/queries/annotations.ts';
import type { Place } from './wings.ts';

const property = 'placed';

/** Properties of a drawer that a person moved: mining and imports leave it where it is. */
export const placedByHand = { [property]: 'by_hand' } as const;

/** Where a drawer belongs: where it was moved by hand, else `place`. */
export const placeOf = (
  { id, wing, room }: Pick<Drawer, 'id' | 'wing' | 'room'>,
  place: Place,
  read: Pick<AnnotationQueries, 'propertiesOf'>,
): Place =>
  (wing === place.wing && room === place.room) || !(property in read.propertiesOf(id)) ? place : { wing, room };

/** Whether a person moved the drawer. */
export const isPlacedByHand = (
  { id }: Pick<Drawer, 'id'>,
  read: Pick<AnnotationQueries, 'propertiesOf'>,
): boolean => property in read.propertiesOf(id);
