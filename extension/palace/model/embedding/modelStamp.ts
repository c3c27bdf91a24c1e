import { parseJson } from '../../../base/text/parseJson.ts';

/** Two vectors are comparable only if all four fields are equal. */
export interface ModelStamp {
  /** E.g. `all-MiniLM-L6-v2-int8`. */
  readonly model: string;
  readonly dim: number;
  /** Hex SHA-256 of the weights' file. */
  readonly sha256: string;
  /** Engine that computed the vectors, e.g. `onnxruntime-web`. */
  readonly engine: string;
}

export const sameStamp = (a: ModelStamp, b: ModelStamp): boolean =>
  a.model === b.model && a.dim === b.dim && a.sha256 === b.sha256 && a.engine === b.engine;

/** The model's key in the vectors table. */
export const stampKey = ({ model, sha256, engine }: ModelStamp): string =>
  `${model}/${sha256.slice(0, 12)}/${engine}`;

/** What a key says of a model's stamp. The weights' hash is the part of it that the key holds. */
export const stampOfKey = (key: string, dim: number): ModelStamp => {
  const [, model = key, sha256 = '', engine = ''] = /^(.*)\/([0-9a-f]{12})\/([^/]*)$/su.exec(key) ?? [];
  return { model, dim, sha256, engine };
};

/** Parses the stamp that is kept in the palace's metadata; null if there is none, or it is not a stamp. */
export const parseStamp = (text: string | undefined): ModelStamp | null => {
  if (text === undefined) return null;
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const { model, dim, sha256, engine } = value as Partial<Record<keyof ModelStamp, unknown>>;
  return typeof model === 'string' &&
    typeof dim === 'number' &&
    typeof sha256 === 'string' &&
    typeof engine === 'string'
    ? { model, dim, sha256, engine }
    : null;
};
