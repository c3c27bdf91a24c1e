import type { Drawer } from '../../model/drawer/drawer.ts';
import type { ExchangeView } from '../../contract/filing/conversationSchemas.ts';
import type { DrawerId } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { maskedText } from '../../model/text/maskedText.ts';
import { secretSpans } from './secretFindings.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { TextRange } from '../../model/text/textRange.ts';

/**
 * The complete exchange that a drawer is part of, its pieces joined. Secrets are masked unless `isRevealed` is
 * set. Throws E_DRAWER_NOT_FOUND if the drawer does not exist or is not part of an exchange.
 */
export const exchangeView = (read: ReadQueries, id: DrawerId, isRevealed = false): ExchangeView => {
  const drawer = read.drawerById(id);
  if (drawer === undefined)
    throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
  if (drawer.exchange === null)
    throw new PalaceError(
      'E_DRAWER_NOT_FOUND',
      errorText`The drawer ${id} is not part of a conversation's exchange.`,
    );
  const parts = partsAround(read, drawer);
  const properties = read.propertiesOf(id);
  const text = parts.map((part) => part.text).join('');
  const answerAt =
    properties['answer_at'] === undefined || properties['answer_at'] === ''
      ? text.length
      : Number(properties['answer_at']);
  const spans = isRevealed ? [] : hiddenSpans(read, parts);
  const shown = (start: number, end: number): string =>
    spans.length === 0
      ? text.slice(start, end)
      : maskedText({
          text: text.slice(start, end),
          sensitive: true,
          secret_spans: [
            { start: 0, end: 0 },
            ...spans
              .filter((span) => span.start < end && span.end > start)
              .map((span) => ({
                start: Math.max(span.start, start) - start,
                end: Math.min(span.end, end) - start,
              })),
          ],
        });
  const title = properties['title'] ?? '';
  const turns: ExchangeView['turns'] = [
    { role: 'user', text: shown(0, answerAt).replace(/\n\n$/, ''), start: 0 },
    { role: 'assistant', text: shown(answerAt, text.length), start: shown(0, answerAt).length },
  ];
  const before = parts
    .slice(
      0,
      parts.findIndex((part) => part.id === id),
    )
    .reduce((sum, part) => sum + part.text.length, 0);
  return {
    title: title === '' ? drawer.room : title,
    format: properties['format'] ?? '',
    exchange: drawer.exchange,
    filed_at: drawer.filedAt,
    source_file: drawer.sourceFile,
    turns: turns.filter((turn) => turn.text !== ''),
    drawer_ids: parts.map((part) => part.id),
    // Offsets in the shown text: a mask is shorter than what it hides.
    asked: { start: shown(0, before).length, end: shown(0, before + drawer.text.length).length },
  };
};

/** Spans of the joined pieces that are masked: secrets, and every piece that a person has marked as sensitive. */
const hiddenSpans = (read: ReadQueries, parts: readonly Drawer[]): TextRange[] => {
  let at = 0;
  return parts.flatMap(({ id, sensitive, text }) => {
    const from = at;
    at += text.length;
    if (!sensitive) return [];
    const spans = secretSpans(id, read);
    return spans.length === 0
      ? [{ start: from, end: at }]
      : spans.map(({ start, end }) => ({ start: from + start, end: from + end }));
  });
};

/**
 * The drawers of the exchange, one per part. If a part has several drawers (an earlier wording is archived), the
 * one with the asked drawer's archive state is taken.
 */
const partsAround = (read: ReadQueries, drawer: Drawer): Drawer[] => {
  if (drawer.sourceId === null) return [drawer];
  const parts = new Map<number, Drawer>();
  for (const other of read.drawersOfSource(drawer.sourceId)) {
    if (other.exchange !== drawer.exchange || other.filedAt !== drawer.filedAt) continue;
    const chosen = parts.get(other.part ?? 0);
    if (
      chosen === undefined ||
      other.id === drawer.id ||
      (chosen.id !== drawer.id && other.archived === drawer.archived)
    )
      parts.set(other.part ?? 0, other);
  }
  return [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
};
