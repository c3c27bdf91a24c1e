import '../../../base/interpretedSchemas.ts';
import path from 'node:path';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { messageOf } from '../../../base/text/messageOf.ts';
import { documentRequestSchema, type DocumentNews, type DocumentRequest } from './documentMessages.ts';
import { UnreadableDocument, type ExtractedText } from './extractedText.ts';

/** The build puts them beside the worker's bundle. */
const characterMaps = path.join(import.meta.dirname, 'cmaps');

/** The code for a kind of document is loaded with the first document of that kind. */
const textOf = async ({ kind, bytes }: DocumentRequest, onStep: () => void): Promise<ExtractedText> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (kind) {
    case 'pdf':
      return (await import('./pdfText.ts')).pdfText(bytes, characterMaps, onStep);
    case 'docx':
      return (await import('./docxText.ts')).docxText(buffer);
    case 'epub':
      return (await import('./epubText.ts')).epubText(buffer, onStep);
    case 'ipynb':
      return (await import('./notebookText.ts')).notebookText(buffer);
  }
};

const serve = (port: MessagePort): void => {
  const tell = (news: DocumentNews): void => port.postMessage(news);
  const answer = async (message: unknown): Promise<void> => {
    try {
      const { text, starts } = await textOf(documentRequestSchema.parse(message), () => tell({ type: 'step' }));
      tell({ type: 'text', text, starts: [...starts] });
    } catch (thrown) {
      // No content may end the worker. If a reader fails, the file is damaged.
      const problem = thrown instanceof UnreadableDocument ? thrown.problem : 'damaged';
      tell({ type: 'problem', problem, detail: messageOf(thrown) });
    }
  };
  port.on('message', (message: unknown) => void answer(message));
};

if (parentPort === null) throw new Error('Documents are read in a worker thread.');
serve(parentPort);
