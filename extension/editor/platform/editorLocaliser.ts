import * as vscode from 'vscode';
import { decimalIn, type Localiser } from './localiser.ts';

/** Texts, numbers and times in the editor's display language. */
export const editorLocaliser: Localiser = {
  t: (message, ...values) => vscode.l10n.t(message, ...values),
  count: (value) => value.toLocaleString(vscode.env.language),
  decimal: (value, digits) => decimalIn(vscode.env.language, value, digits),
  date: (iso) => new Date(iso).toLocaleDateString(vscode.env.language, { dateStyle: 'medium' }),
  time: (iso) => new Date(iso).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' }),
};
