/** Why a document was not filed, in words: reason → text. Shown in the display language, so translators get them, too. */
export const skippedDocument: Readonly<Record<string, string>> = {
  too_large: 'larger than the limit for documents (max_document_kib)',
  damaged: 'damaged, or no file of the kind that its name says',
  encrypted: 'protected by a password or copy protection',
  no_text: 'holds no text, only pictures: a scan needs text recognition first',
  too_complex: 'takes too much time or memory, or unpacks to too much',
};
