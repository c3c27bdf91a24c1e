/** A VS Code server that listens on a free loopback port. */
export interface VscodeServer {
  /** Its address, with a trailing slash; `?folder=<absolute path>` opens a folder. */
  readonly url: string;
  /** Its throw-away state: `user/` (settings, logs), `extensions/`, `home/` and `data/` (the home and data folders of its processes). */
  readonly stateFolder: string;
  /** What stands before the names of the Modern themes in this version. */
  readonly beforeTheme: string;
  /** What the server printed, in the state folder. */
  readonly logFile: string;
  /** Resolves when the server has ended, by whatever cause. */
  readonly ended: Promise<void>;
  /** Ends the server with all its processes and removes its state. */
  readonly stop: () => Promise<void>;
}

export interface VscodeServerOptions {
  /** The folder that `installVscodeHost` returned. */
  readonly hostFolder: string;
  /** An extension to install first: the path of a .vsix file. */
  readonly vsix?: string;
  /** More of them, installed after it. */
  readonly alongside?: readonly string[];
  /** VS Code's own extensions that run: of those with a program these alone. All of them if this is not given. */
  readonly builtIn?: readonly string[] | undefined;
  /** User settings on top of quiet defaults. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment on top of this process's. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether its processes see the user's own home folder instead of an empty one. */
  readonly ownHome?: boolean;
  /** Whether every workspace is trusted unasked (the default); else each opens untrusted. */
  readonly trustWorkspaces?: boolean;
}

/**
 * Starts a VS Code server with throw-away state. It ends with this process: from now on SIGINT, SIGTERM and SIGHUP end both
 * (with `process.exitCode`, or 130).
 * @throws {Error} with what it printed, if the extension cannot be installed or the server does not start
 */
export declare const startVscodeServer: (options: VscodeServerOptions) => Promise<VscodeServer>;
