/** A text as a Markdown code block that nothing in it can close. `language` may be empty. */
export const fencedBlock = (text: string, language: string): string => {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)));
  return `${fence}${language}\n${text.replace(/\n$/u, '')}\n${fence}\n`;
};
