import { yieldToEventLoopEvery } from '../../../../base/async/concurrency.ts';

/** Milliseconds of making a plan after which other work gets a turn. */
const sliceMs = 20;

/** Lets other work have a turn whenever a plan has taken up its own. */
export const plansTurn = (): (() => Promise<void>) => yieldToEventLoopEvery(sliceMs);
