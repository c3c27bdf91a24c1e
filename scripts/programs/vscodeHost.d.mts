/** Which Node and code-server an installed host has. */
export interface VscodeHostPrograms {
  /** Absolute paths: the Node to run it with, and code-server's entry script. */
  readonly node: string;
  readonly codeServer: string;
  /** The options that this version alone has. */
  readonly options: readonly string[];
  /** What stands before the names of the Modern themes. */
  readonly beforeTheme: string;
}

/** The programs of the folder that `installVscodeHost` returned. */
export declare const vscodeHostPrograms: (folder: string) => VscodeHostPrograms;
