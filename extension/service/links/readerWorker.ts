import '../../base/interpretedSchemas.ts';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { openLinkedPalace, type LinkedPalaceCalls } from '../../palace/linkedPalace.ts';
import { palaceCall } from '../../palace/contract/palaceApi.ts';
import { asReason, errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { schemaProblem } from '../../palace/model/errors/schemaProblem.ts';
import { wireError } from '../wire/wireError.ts';
import { readerRequestSchema, readerSettingsSchema, type ReaderAnswer } from './palaceReader.ts';

/** Reads a linked palace that nobody has open, and answers for it. */
const start = async (port: NonNullable<typeof parentPort>): Promise<void> => {
  const tell = (answer: ReaderAnswer): void => port.postMessage(answer);
  const failed = (call: number, thrown: unknown): void =>
    tell({ call, error: wireError(PalaceError.from(thrown)) });
  try {
    const calls = await openLinkedPalace(readerSettingsSchema.parse(workerData));
    port.on('message', (message: unknown) => void answer(message, calls, tell, failed));
    tell({ call: 0, answer: null });
  } catch (thrown) {
    failed(0, thrown);
  }
};

const answer = async (
  message: unknown,
  calls: LinkedPalaceCalls,
  tell: (answer: ReaderAnswer) => void,
  failed: (call: number, thrown: unknown) => void,
): Promise<void> => {
  const request = readerRequestSchema.parse(message);
  const { call } = request;
  try {
    const method = z.enum(['linkedCounts', 'linkedPool', 'linkedDrawer', 'linkedStatus']).parse(request.method);
    const params = (await palaceCall(method)).params.safeParse(request.params);
    if (!params.success)
      throw new PalaceError(
        'E_MESSAGE',
        errorText`${method}: ${asReason(schemaProblem(params.error, request.params))}.`,
      );
    const run = calls[method] as (params: unknown) => Promise<unknown>;
    tell({ call, answer: await run(params.data) });
  } catch (thrown) {
    failed(call, thrown);
  }
};

if (parentPort === null) throw new PalaceError('E_INTERNAL', 'The reader runs as a worker only.');
void start(parentPort);
