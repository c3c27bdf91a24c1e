/** Builds the extension as it ships and packs it; gives the package's path. */
export declare const packageExtension: () => Promise<string>;
/** Packs the extension of a folder, as it lies there, into a .vsix file. Throws what the packer printed. */
export declare const packExtension: (folder: string, vsix: string, ...options: string[]) => Promise<void>;
/** The README's text as it ships: without the pictures of `media/`. */
export declare const readmeAsShipped: (text: string) => string;
