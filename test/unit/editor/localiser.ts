import { decimalIn, type Localiser } from '../../../extension/editor/platform/localiser.ts';

/** English, with placeholders filled in as the editor does. */
export const english: Localiser = {
  t: (message, ...values) =>
    message.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole)),
  count: (value) => value.toLocaleString('en'),
  decimal: (value, digits) => decimalIn('en', value, digits),
  date: (iso) => iso.slice(0, 10),
  time: (iso) => iso.slice(0, 16).replace('T', ' '),
};
