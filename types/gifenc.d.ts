/** What this project uses of gifenc, which brings no types. */
declare module 'gifenc' {
  /** Colours, each `[red, green, blue]`. */
  export type Palette = readonly (readonly number[])[];
  /** The palette of at most `colours` colours that comes nearest to the pixels (RGBA). */
  export const quantize: (pixels: Uint8Array, colours: number) => Palette;
  /** The index of the nearest colour for each pixel. */
  export const applyPalette: (pixels: Uint8Array, palette: Palette) => Uint8Array;
  export const GIFEncoder: () => {
    /** @param options `delay` in milliseconds */
    readonly writeFrame: (
      indices: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ) => void;
    readonly finish: () => void;
    readonly bytes: () => Uint8Array;
  };
}
