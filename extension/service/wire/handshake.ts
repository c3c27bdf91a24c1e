import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { asReason, errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { schemaProblem } from '../../palace/model/errors/schemaProblem.ts';
import { callerSchema, type Caller } from '../../palace/contract/caller.ts';
import type { FrameChannel } from '../socket/frameChannel.ts';
import { programVersion, protocolVersion } from './programVersion.ts';
import { fromWireError, wireError, wireErrorSchema } from './wireError.ts';

/**
 * How a client and an owner check each other before the first call: both speak the same protocol and both can read the palace's
 * token. The token itself never crosses the socket: each side proves it with a keyed hash over both nonces.
 *
 * owner: greeting → client: hello → owner: ready, or refusal
 */

const greetingSchema = z.object({
  palace: z.literal('synapse-palace'),
  protocol: z.number().int(),
  version: z.string(),
  nonce: z.string().min(1),
});
const helloSchema = z.object({
  protocol: z.number().int(),
  version: z.string(),
  nonce: z.string().min(1),
  proof: z.string(),
  caller: callerSchema,
});
const answerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready'), proof: z.string(), revision: z.number().int() }),
  wireErrorSchema.extend({ state: z.literal('refused') }),
]);

/** One side's protocol and version: this program's own, except in tests. */
export interface Speaker {
  readonly protocol: number;
  readonly version: string;
}
const ourselves: Speaker = { protocol: protocolVersion, version: programVersion };

/** Milliseconds that an owner waits for a new client's hello. */
const helloLimit = 10_000;
/** Milliseconds that a client waits for the greeting (the owner may be busy reading a large palace), then for the open palace. */
const greetingLimit = 30_000;
const openLimit = 120_000;

const newNonce = (): string => randomBytes(16).toString('hex');
const proofOf = (token: string, role: 'owner' | 'client', owners: string, clients: string): string =>
  createHmac('sha256', token)
    .update(JSON.stringify([role, owners, clients]))
    .digest('hex');
const isProof = (given: string, wanted: string): boolean => {
  // Compared as bytes, because texts of equal length may differ in their number of bytes.
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Throws E_PROTOCOL_VERSION, naming the older side, if the protocols differ. */
const demandSameProtocol = (owner: Speaker, client: Speaker): void => {
  if (owner.protocol === client.protocol) return;
  const ownerIsOlder = owner.protocol < client.protocol;
  throw new PalaceError(
    'E_PROTOCOL_VERSION',
    ownerIsOlder
      ? errorText`The program that has the palace open is Synapse Palace ${owner.version}, this one is ${client.version}: the other is older, and they don't understand each other.`
      : errorText`The program that has the palace open is Synapse Palace ${owner.version}, this one is ${client.version}: this one is older, and they don't understand each other.`,
    {
      remedy: ownerIsOlder
        ? 'Update the other one and restart it (a window: reload it), or close it: then this one opens the palace itself.'
        : 'Update this one, then try again.',
    },
  );
};

/** The owner's side. Resolves with the caller once it has proven itself; otherwise sends the refusal and rejects. */
export const welcomeClient = async (
  channel: FrameChannel,
  token: string,
  us: Speaker = ourselves,
): Promise<{ readonly caller: Caller; readonly ready: (revision: number) => void }> => {
  const nonce = newNonce();
  channel.send({ palace: 'synapse-palace', ...us, nonce } satisfies z.infer<typeof greetingSchema>);
  try {
    const message = await within(channel.next(), helloLimit);
    // Protocol and version come first: they are readable even in the hello of an older or newer client.
    const speaker = z.object({ protocol: z.number().int(), version: z.string() }).safeParse(message);
    if (speaker.success) demandSameProtocol(us, speaker.data);
    const hello = helloSchema.safeParse(message);
    if (!hello.success)
      throw new PalaceError(
        'E_MESSAGE',
        errorText`Refused a greeting: ${asReason(schemaProblem(hello.error, message))}.`,
      );
    if (!isProof(hello.data.proof, proofOf(token, 'client', nonce, hello.data.nonce)))
      throw new PalaceError(
        'E_NOT_ALLOWED',
        'The palace refused this program because it could not prove that it may read the palace’s folder.',
      );
    return {
      caller: hello.data.caller,
      ready: (revision) =>
        channel.send({
          state: 'ready',
          proof: proofOf(token, 'owner', nonce, hello.data.nonce),
          revision,
        } satisfies z.infer<typeof answerSchema>),
    };
  } catch (thrown) {
    refuse(channel, PalaceError.from(thrown));
    throw thrown;
  }
};

/** Tells a client why it can't be served. */
export const refuse = (channel: FrameChannel, error: PalaceError): void =>
  channel.send({ state: 'refused', ...wireError(error) } satisfies z.infer<typeof answerSchema>);

/**
 * The client's side. Resolves with the palace's revision once the owner serves this client. Throws E_PROTOCOL_VERSION,
 * E_NOT_ALLOWED, E_MESSAGE, E_TIMEOUT, E_OWNER_GONE and the error that the owner refuses with.
 */
export const greetOwner = async (
  channel: FrameChannel,
  token: string,
  caller: Caller,
  us: Speaker = ourselves,
): Promise<number> => {
  const greeting = greetingSchema.safeParse(await within(channel.next(), greetingLimit));
  if (!greeting.success)
    throw new PalaceError(
      'E_NOT_ALLOWED',
      'The program that listens on the palace’s socket is not the owner of a palace.',
    );
  const { nonce: theirs } = greeting.data;
  const nonce = newNonce();
  // This side already knows both protocols, so it need not wait for the owner's refusal.
  demandSameProtocol(greeting.data, us);
  channel.send({ ...us, nonce, proof: proofOf(token, 'client', theirs, nonce), caller } satisfies z.infer<
    typeof helloSchema
  >);
  const given = await within(channel.next(), openLimit);
  const answer = answerSchema.safeParse(given);
  if (!answer.success)
    throw new PalaceError(
      'E_MESSAGE',
      errorText`The palace's owner answered in an unexpected form: ${asReason(schemaProblem(answer.error, given))}.`,
    );
  if (answer.data.state === 'refused') throw fromWireError(answer.data);
  if (!isProof(answer.data.proof, proofOf(token, 'owner', theirs, nonce)))
    throw new PalaceError(
      'E_NOT_ALLOWED',
      'The program that listens on the palace’s socket could not prove that it may read the palace’s folder.',
    );
  return answer.data.revision;
};

const within = async <T>(promise: Promise<T>, milliseconds: number): Promise<T> => {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(
      () =>
        reject(
          new PalaceError('E_TIMEOUT', errorText`The other side did not answer within ${milliseconds / 1000} s.`),
        ),
      milliseconds,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(limit);
  }
};
