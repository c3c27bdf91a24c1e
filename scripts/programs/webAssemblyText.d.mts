import type { Plugin } from 'esbuild';

export declare const assembled: (file: string) => Promise<Uint8Array>;
export declare const webAssemblyText: Plugin;
