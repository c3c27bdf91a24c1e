/**
 * The scroll position of each tab. A tab begins at its head; opened again for the same search, it returns to where
 * it was left. All tabs scroll the same page.
 */
export const scrollPlaces = () => {
  const left = new Map<string, number>();
  let shown: string | undefined;
  let searched: string | undefined;
  return {
    /** Before a tab is drawn. */
    leave(next: string): void {
      if (shown !== undefined && shown !== next) left.set(shown, window.scrollY);
    },
    /** Once it is drawn. `search`: which search it shows. */
    enter(tab: string, search: string | undefined): void {
      if (search !== searched) left.clear();
      searched = search;
      if (shown !== undefined && shown !== tab) window.scrollTo(0, left.get(tab) ?? 0);
      shown = tab;
    },
  };
};
