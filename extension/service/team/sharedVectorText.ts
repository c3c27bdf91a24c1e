import type { SharedVector } from '../../palace/team/teamServer.ts';

/**
 * A vector's bytes as pgvector's text. Halves hold whole numbers to 2,048 exactly and a cosine knows no scale, so the bytes go as
 * they are, and come back so.
 */
export const vectorText = ({ data }: SharedVector): string => `[${data.join(',')}]`;

export const vectorData = (text: string): Int8Array => Int8Array.from(text.slice(1, -1).split(','), Number);
