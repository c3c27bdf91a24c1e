import { randomInt } from 'node:crypto';
import { printable, printableJson } from '../../base/text/printable.ts';

/**
 * Stands for the escape character in this program's own styles until they are written. It is chosen at random for
 * each process, so that no text can contain it on purpose.
 */
const styleMark = String.fromCodePoint(0x10_0000 + randomInt(0xfff0));

/** A styled text as the functions here expect it. */
export const marked = (styled: string): string => styled.replaceAll('\u001b', styleMark);

const safe = (text: string): string => printable(text).replaceAll(styleMark, '\u001b');

/**
 * Writes text to standard output. All output except {@link sayVerbatim} is safe for a terminal, whatever it quotes.
 */
export const say = (text: string): void => void process.stdout.write(safe(text));

/** Writes text to standard error. */
export const warn = (text: string): void => void process.stderr.write(safe(text));

/** Writes one line of JSON to standard output. */
export const sayDocument = (document: unknown): void => void process.stdout.write(`${printableJson(document)}\n`);

/** Writes text to a file or another program exactly as it is; a terminal gets it made safe. */
export const sayVerbatim = (text: string): void =>
  void process.stdout.write(process.stdout.isTTY ? printable(text) : text);
