import { Parser } from 'htmlparser2';
import { unicodeText } from '../../../base/text/unicodeText.ts';
import { UnreadableDocument } from './extractedText.ts';

/** The events of an XML document, in order. Names come without their prefix. */
interface XmlEvents {
  /** The attributes' names, too, come without a prefix. */
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Nesting depth of elements. Documents written by programs have a few dozen levels. */
const mostDeep = 2000;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML and reports its events. Document types are not read: entities that they define are not replaced, and
 * nothing is loaded. Throws `too_complex` if elements are nested too deeply.
 */
export const readXml = (bytes: Uint8Array, events: XmlEvents): void => {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > mostDeep) throw new UnreadableDocument('too_complex', 'Its elements are nested too deeply.');
        const plain = Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), value] as const);
        events.open(withoutPrefix(name), Object.fromEntries(plain));
      },
      onclosetag(name) {
        depth--;
        events.close?.(withoutPrefix(name));
      },
      ontext: (text) => events.text?.(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  // The encodings that DOCX and EPUB allow.
  parser.end(unicodeText(bytes));
};
