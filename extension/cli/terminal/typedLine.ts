import { createInterface } from 'node:readline';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** A terminal: where the user types, and where the question is shown. */
interface Dialog {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * What the user types in answer to a question; empty if they end the input instead (Ctrl+D). Throws E_CANCELLED if they
 * interrupt it (Ctrl+C).
 */
export const typedLine = ({ input, output }: Dialog, question: string): Promise<string> =>
  // Not Node's readline/promises: it rejects on Ctrl+D and Ctrl+C, or never settles, depending on Node's version.
  new Promise((resolve, reject) => {
    const dialog = createInterface({ input, output, terminal: true });
    dialog.once('SIGINT', () => {
      reject(
        new PalaceError('E_CANCELLED', 'Interrupted at a question.', {
          remedy: 'Nothing was done without an answer.',
        }),
      );
      dialog.close();
    });
    // What is printed next begins a line of its own.
    const endLine = (): void => {
      output.write('\n');
      resolve('');
    };
    dialog.once('close', endLine);
    dialog.question(question, (answer) => {
      dialog.off('close', endLine);
      dialog.close();
      resolve(answer);
    });
  });
