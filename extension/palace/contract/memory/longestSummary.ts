/** Maximum length in characters of a summary that somebody writes. */
export const longestSummary = 8000;
