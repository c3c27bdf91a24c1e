import type { SlackDirectory } from './slackExport.ts';

/** Slack's own marks in a message: a link, a mention, or one of the three characters it escapes. */
const marks = /<([^<>\n]*)>|&(amp|lt|gt);/g;

const escaped: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/** A message's text as people saw it: IDs as names, links with their words, escaped characters as themselves. */
export const slackText = (text: string, directory: Pick<SlackDirectory, 'people' | 'channels'>): string =>
  text.replace(marks, (whole: string, mark: string | undefined, character: string | undefined) =>
    mark === undefined ? (escaped[character ?? ''] ?? whole) : markText(mark, directory),
  );

const markText = (mark: string, { people, channels }: Pick<SlackDirectory, 'people' | 'channels'>): string => {
  const bar = mark.indexOf('|');
  const target = unescaped(bar < 0 ? mark : mark.slice(0, bar));
  const label = bar < 0 ? '' : unescaped(mark.slice(bar + 1));
  const id = target.slice(1);
  if (target.startsWith('@')) return `@${people.get(id) ?? (label || id)}`;
  if (target.startsWith('#')) return `#${channels.get(id) ?? (label || id)}`;
  // `!here`, and `!subteam^S1|@harbor` or `!date^…|words`, whose label is what was shown.
  if (target.startsWith('!')) return label || `@${id}`;
  const address = target.replace(/^(?:mailto|tel):/, '');
  return label === '' || label === address || target.endsWith(`//${label}`) ? address : `${label} (${target})`;
};

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (whole, character: string) => escaped[character] ?? whole);
