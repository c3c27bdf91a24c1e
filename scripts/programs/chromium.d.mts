/**
 * Finds Chromium. If there is none, installs Debian's, but only as root on a machine that is thrown away (a container or a
 * continuous-integration runner): nobody's own machine is changed.
 * @returns the program's path
 * @throws {Error} what to install, or that `CHROMIUM` names nothing
 */
export declare const ensureChromium: (report: (line: string) => void) => Promise<string>;
