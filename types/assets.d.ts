/** A WebAssembly text module, assembled by the build (esbuild and vitest plugins) into its bytes. */
declare module '*.wat' {
  const bytes: Uint8Array;
  export default bytes;
}
