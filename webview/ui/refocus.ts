/**
 * Gives the focus back to what was drawn anew. If the keyboard has left the page meanwhile, to the editor's palette, say, focusing
 * anything here would take it from there, so that waits until the keyboard comes back and nothing else was chosen.
 */
export const refocus = (focus: () => void): void => {
  if (document.hasFocus()) focus();
  else
    window.addEventListener(
      'focus',
      () => {
        if (document.activeElement === document.body) focus();
      },
      { once: true },
    );
};
