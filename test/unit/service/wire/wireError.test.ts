import { expect, test } from 'vitest';
import { asReason, errorText } from '../../../../extension/palace/model/errors/errorText.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { fromWireError, wireError, wireErrorSchema } from '../../../../extension/service/wire/wireError.ts';

const received = (sent: unknown): PalaceError =>
  fromWireError(wireErrorSchema.parse(JSON.parse(JSON.stringify(sent))));

test('an error comes over the wire with the texts to translate', () => {
  const error = new PalaceError('E_PLAN', errorText`There is no plan ${'p1'}.`, {
    remedy: errorText`Try ${'p2'}.`,
  });
  expect(received(wireError(error))).toMatchObject({
    code: 'E_PLAN',
    message: 'There is no plan p1.',
    remedy: 'Try p2.',
    messageText: { template: 'There is no plan {0}.', values: ['p1'] },
    remedyText: { template: 'Try {0}.', values: ['p2'] },
  });
});

test('so do the places of its values that are sentences themselves', () => {
  const error = new PalaceError(
    'E_OWNER_GONE',
    errorText`It ended during ${'show'} (${asReason('exit code 1')}).`,
  );
  expect(received(wireError(error))).toMatchObject({
    message: 'It ended during show (exit code 1).',
    messageText: { values: ['show', 'exit code 1'], reasons: [1] },
  });
});

test('an older side sends no such texts, a newer one may send an unknown code', () => {
  expect(received({ code: 'E_PLAN', message: 'No plan.', remedy: 'Make one.' })).toMatchObject({
    code: 'E_PLAN',
    message: 'No plan.',
    remedy: 'Make one.',
  });
  expect(received({ code: 'E_OF_LATER', message: 'New.', remedy: '' }).code).toBe('E_INTERNAL');
});
