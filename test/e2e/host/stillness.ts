/**
 * A script of the page that ends its animations at once: the processor paints each frame, and `workbench.reduceMotion` leaves progress
 * bars, spinners and scroll bars moving. Animations last a millisecond instead of none, since the workbench waits for the end of some.
 * Documents in webviews are the extension's and stay as they are.
 */
export const stillness = `
  if (window === window.top) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(\`*, ::before, ::after {
      animation-delay: 0s !important;
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition: none !important;
    }\`);
    document.adoptedStyleSheets.push(sheet);
  }
`;
