/**
 * Why a document was not filed, in words: reason → text. Shown in the display language, so translators get
 * them.
 */
export const skippedDocument: Readonly<Record<string, string>> = {
  too_large: 'larger than the limit for documents (max_document_kib)',
  damaged: 'damaged, or not the kind of file that its name says',
  encrypted: 'protected by a password or copy protection',
  no_text: 'contains no text, only pictures: a scan needs text recognition first',
  too_complex: 'takes too much time or memory, or unpacks to too much',
};
