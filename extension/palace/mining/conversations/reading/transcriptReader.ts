import { headingText } from '../../../filing/headingText.ts';
import type { Conversation } from './conversation.ts';
import { exchangeBuilder, timeOf } from './exchangeBuilder.ts';

type Role = 'user' | 'assistant';

/** A line that begins a turn, and the part of the turn on that line. */
interface Marker {
  readonly role: Role;
  readonly rest: string;
  readonly at: Conversation['startedAt'];
}

type Style = (line: string) => Marker | null;

const roles = new Map<string, Role>([
  ...['user', 'human', 'you', 'me', 'prompt'].map((name) => [name, 'user'] as const),
  ...[
    'assistant',
    'ai',
    'claude',
    'claude code',
    'chatgpt',
    'gpt',
    'codex',
    'copilot',
    'github copilot',
    'gemini',
    'bot',
    'model',
  ].map((name) => [name, 'assistant'] as const),
]);
const roleOf = (name: string | undefined): Role | null => roles.get((name ?? '').trim().toLowerCase()) ?? null;

/** A time without a zone is UTC, as everywhere in the palace. The result must not depend on the machine. */
const stampTime = (day: string | undefined, time: string | undefined): Conversation['startedAt'] =>
  day === undefined ? null : timeOf(`${day}T${time ?? '00:00'}Z`);

/** `User: …`, `**User:** …`, `[2026-03-02 08:15] User: …`. */
const inline: Style = (line) => {
  const match =
    /^(?:\[?(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?\]?\s+|\[\d\d:\d\d(?::\d\d)?\]\s+)?(?:\*\*|__)?(\p{L}[\p{L} ]{1,20}?)(?:(?:\*\*|__)?:|:(?:\*\*|__))(?:\s+(\S.*)?)?$/u.exec(
      line,
    );
  const role = roleOf(match?.[3]);
  return match === null || role === null
    ? null
    : { role, rest: match[4] ?? '', at: stampTime(match[1], match[2]) };
};

/** `You said:`, as copied from a page. */
const said: Style = (line) => {
  const role = roleOf(/^(?:#+ )?(.{2,20}) said:\s*$/.exec(line)?.[1]);
  return role === null ? null : { role, rest: '', at: null };
};

/** `## User`, with the same level in the complete file. */
const headingOf =
  (level: number): Style =>
  (line) => {
    const match = /^(#{1,6})\s+(?:\*\*\s*)?([^\s*#:][^*#:]*?)(?:\*\*)?:?(?:\*\*)?$/.exec(line.trimEnd());
    const role = match?.[1]?.length === level ? roleOf(match[2]) : null;
    return role === null ? null : { role, rest: '', at: null };
  };

/**
 * Reads a transcript in Markdown or plain text, in time in proportion to its length. Turns begin with `User:`, `**User:**`,
 * `## User` or `You said:`. The first such line sets the style, and lines inside code fences don't count. If a file begins
 * with a `>` line, the person's turns are `>` lines. A text without a turn of each side is not a transcript: its conversation
 * has no exchanges.
 */
export const readTranscript = (text: string): Conversation => {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const style = styleOf(lines);
  const { preamble, turns } = style === null ? quotedTurns(lines) : markedTurns(lines, style);
  const builder = exchangeBuilder();
  for (const { role, body, at } of turns) builder[role](trimBlank(body), at);
  const exchanges = builder.exchanges();
  const isTranscript =
    exchanges.some(({ user }) => user !== '') && exchanges.some(({ assistant }) => assistant !== '');
  return {
    id: null,
    title: preamble.map(titleOf).find((title) => title !== null) ?? null,
    startedAt: exchanges[0]?.at ?? null,
    cwd: null,
    gitBranch: null,
    exchanges: isTranscript ? exchanges : [],
    asides: [],
  };
};

/** The text of `# A title #`. */
const titleOf = (line: string): string | null => {
  const text = /^#\s+(\S.*)$/.exec(line.trimEnd())?.[1];
  return text === undefined ? null : headingText(text);
};

interface Turns {
  /** The lines before the first turn. */
  readonly preamble: readonly string[];
  readonly turns: readonly {
    readonly role: Role;
    readonly body: readonly string[];
    readonly at: Conversation['startedAt'];
  }[];
}

const styleOf = (lines: readonly string[]): Style | null => {
  for (const line of outsideFences(lines)) {
    if (line === null) continue;
    const level = /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
    const style = [inline, said, headingOf(level)].find((candidate) => candidate(line) !== null);
    if (style !== undefined) return style;
  }
  return null;
};

const markedTurns = (lines: readonly string[], style: Style): Turns => {
  const preamble: string[] = [];
  const turns: { role: Role; body: string[]; at: Conversation['startedAt'] }[] = [];
  let fence: string | null = null;
  for (const line of lines) {
    const marker = fence === null ? style(line) : null;
    if (marker !== null) turns.push({ role: marker.role, body: [marker.rest], at: marker.at });
    else (turns.at(-1)?.body ?? preamble).push(line);
    fence = fenceAfter(fence, marker?.rest ?? line);
  }
  return { preamble, turns };
};

const quotedTurns = (lines: readonly string[]): Turns => {
  const isQuote = (line: string): boolean => /^>(?!\s*>)/.test(line);
  if (!isQuote(lines.find((line) => line.trim() !== '') ?? '')) return { preamble: lines, turns: [] };
  const turns: { role: Role; body: string[]; at: null }[] = [];
  let fence: string | null = null;
  for (const line of lines) {
    const quoted: boolean = fence === null && isQuote(line);
    const role: Role = quoted ? 'user' : 'assistant';
    const last = turns.at(-1);
    if (last?.role === role) last.body.push(quoted ? line.replace(/^> ?/, '') : line);
    else turns.push({ role, body: [quoted ? line.replace(/^> ?/, '') : line], at: null });
    fence = quoted ? fence : fenceAfter(fence, line);
  }
  return { preamble: [], turns };
};

/** The lines, with null for those inside code fences. */
const outsideFences = (lines: readonly string[]): (string | null)[] => {
  let fence: string | null = null;
  return lines.map((line) => {
    const inside = fence !== null;
    fence = fenceAfter(fence, inline(line)?.rest ?? line);
    return inside ? null : line;
  });
};

/** The fence that is open after a line. An unclosed fence lasts to the end. */
const fenceAfter = (open: string | null, line: string): string | null => {
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line);
  if (mark?.[1] === undefined) return open;
  if (open === null) return mark[1];
  return mark[1][0] === open[0] && mark[1].length >= open.length && (mark[2] ?? '').trim() === '' ? null : open;
};

const trimBlank = (lines: readonly string[]): string => {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first < 0
    ? ''
    : lines
        .slice(first, lines.findLastIndex((line) => line.trim() !== '') + 1)
        .join('\n')
        .trimEnd();
};
