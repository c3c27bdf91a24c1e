import type { SharedVector } from '../../palace/team/teamServer.ts';

/**
 * A vector's bytes as pgvector's text. Half-precision numbers hold integers up to 2,048 exactly, and a cosine does not depend on the
 * scale. So the bytes are stored as they are, and come back unchanged.
 */
export const vectorText = ({ data }: SharedVector): string => `[${data.join(',')}]`;

export const vectorData = (text: string): Int8Array => Int8Array.from(text.slice(1, -1).split(','), Number);
