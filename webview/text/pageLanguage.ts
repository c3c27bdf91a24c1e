interface Page {
  readonly document?: { readonly documentElement: { readonly lang: string } };
}

/** The page's language; English without a page. */
export const pageLanguage = (): string => {
  const named = (globalThis as Page).document?.documentElement.lang ?? '';
  return named === '' ? 'en' : named;
};
