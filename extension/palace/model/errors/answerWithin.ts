import { errorText } from './errorText.ts';
import { PalaceError, type ErrorCode } from './palaceError.ts';

/** Rejects with the code if the answer takes longer. The work itself continues. */
export const answerWithin = async <T>(
  answer: Promise<T>,
  milliseconds: number,
  code: ErrorCode = 'E_TIMEOUT',
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new PalaceError(code, errorText`It did not answer within ${milliseconds / 1000} s.`, {
            remedy: 'It may still be opening: search again in a moment.',
          }),
        ),
      milliseconds,
    );
  });
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};
