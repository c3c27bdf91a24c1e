import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/** A picture of the window and how long it stands, in milliseconds. */
export interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, in Base64. */
  readonly rgba: string;
}

/** Runs in a browser; as text, since the types of this folder know no document. */
const decodeInBrowser = `async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  let binary = '';
  for (let at = 0; at < data.length; at += 32768) binary += String.fromCharCode(...data.subarray(at, at + 32768));
  return { width: image.width, height: image.height, rgba: btoa(binary) };
}`;

/** The pixels of a PNG, as a browser decodes them. */
const pixelsOf = (page: Page, png: Buffer): Promise<Pixels> =>
  page.evaluate<Pixels>(`(${decodeInBrowser})('data:image/png;base64,${png.toString('base64')}')`);

/**
 * Writes an animated GIF that loops.
 * @param page a page of a browser, to decode the frames in
 * @param frames all of one size
 */
export const writeGif = async (file: string, page: Page, frames: readonly Frame[]): Promise<void> => {
  const gif = GIFEncoder();
  for (const { png, ms } of frames) {
    const { width, height, rgba } = await pixelsOf(page, png);
    const data = new Uint8Array(Buffer.from(rgba, 'base64'));
    const palette = quantize(data, 128);
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: ms });
  }
  gif.finish();
  writeFileSync(file, gif.bytes());
};
