import { errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import type { ClientHooks } from './clientHooks.ts';
import { findOwner } from './findOwner.ts';
import { hasPalace } from './palaceLocation.ts';
import type { ConnectOptions } from './palaceConnection.ts';
import type { LinkEvent, PalaceLink } from './palaceLink.ts';

/** Milliseconds. A link that lasted no longer than this is replaced only when the next call needs one. */
const shortLived = 2_000;

/** The way to the palace's owner, whoever that is: one link at a time, replaced when its owner ends. */
export class OwnerLinks {
  readonly #options: ConnectOptions;
  readonly #hooks: Pick<ClientHooks, 'follow'>;
  readonly #emit: (event: LinkEvent) => void;
  readonly #closing = new AbortController();
  readonly #findOwner: typeof findOwner;
  #current: Promise<PalaceLink> | undefined;
  /** The current one, once it is found. */
  #open: PalaceLink | undefined;
  #hadPalace = false;

  constructor(
    options: ConnectOptions,
    hooks: Pick<ClientHooks, 'follow'>,
    emit: (event: LinkEvent) => void,
    find = findOwner,
  ) {
    this.#findOwner = find;
    this.#options = options;
    this.#hooks = hooks;
    this.#emit = emit;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** The present link, or a new one. Rejects as `findOwner` does, and with E_PALACE_NOT_FOUND if the palace was deleted or moved. */
  link(): Promise<PalaceLink> {
    if (this.isClosed) return Promise.reject(new PalaceError('E_OWNER_GONE', 'The palace has been closed.'));
    if (this.#current !== undefined) return this.#current;
    const found = this.#find();
    this.#current = found;
    const forget = (): void => {
      if (this.#current === found) this.#current = undefined;
    };
    found.then((link) => {
      const since = performance.now();
      if (this.#current === found) this.#open = link;
      return link.ended.then((reason) => {
        forget();
        if (this.isClosed) return;
        this.#emit({ kind: 'gone', reason });
        if (performance.now() - since > shortLived) void this.#replace();
      });
    }, forget);
    return found;
  }

  /** Gives the link up, so that the next call gets a new one, unless another call has given it up before. */
  leave(link: PalaceLink): void {
    if (this.#open === link) this.#current = undefined;
    void link.close();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const current = this.#current;
    this.#current = undefined;
    await current?.then(
      (link) => link.close(),
      () => undefined,
    );
  }

  async #find(): Promise<PalaceLink> {
    const { folder } = this.#options;
    if (this.#hadPalace && !hasPalace(folder))
      throw new PalaceError(
        'E_PALACE_NOT_FOUND',
        errorText`The palace in ${folder} is gone: it was deleted or moved.`,
        { remedy: 'Mine the workspace to make a new one.' },
      );
    const link = await this.#findOwner(this.#options, this.#emit, this.#closing.signal);
    this.#hadPalace = true;
    this.#hooks.follow(link);
    return link;
  }

  /** Finds the next owner before any call needs it, so that clients that only listen still get change events. */
  #replace(): Promise<void> {
    return this.link().then(
      ({ revision }) => this.#emit({ kind: 'changed', revision }),
      (thrown: unknown) => {
        if (!this.isClosed) this.#emit({ kind: 'gone', reason: PalaceError.from(thrown).message });
      },
    );
  }
}
