/** A summary without the line that says what replaced its drawers; the same text if it has none. */
export const withoutStanding = (text: string): string => text.replace(/^\[Replaced by [^\n]*\]\n*/u, '');
