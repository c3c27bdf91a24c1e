import type { Localiser } from './localiser.ts';

/** A count with its noun. There is a separate text for one. */
type Counted = (value: number, localiser: Localiser) => string;

export const drawersText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 drawer') : t('{0} drawers', count(value));
export const newDrawersText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 new drawer') : t('{0} new drawers', count(value));
export const roomsText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 room') : t('{0} rooms', count(value));
export const groupsText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 group') : t('{0} groups', count(value));
export const summariesText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 summary') : t('{0} summaries', count(value));
export const conversationsText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 conversation') : t('{0} conversations', count(value));
export const exchangesText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 exchange') : t('{0} exchanges', count(value));
export const commitsText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 commit') : t('{0} commits', count(value));
export const daysText: Counted = (value, { t, count }) => (value === 1 ? t('1 day') : t('{0} days', count(value)));
export const archivedMatchText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 archived drawer matches') : t('{0} archived drawers match', count(value));
/** A stretch of days that ends now. */
export const lastDaysText: Counted = (value, { t, count }) =>
  value === 1 ? t('the last day') : t('the last {0} days', count(value));
export const filesText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 file') : t('{0} files', count(value));
export const timesText: Counted = (value, { t, count }) =>
  value === 1 ? t('once') : t('{0} times', count(value));
export const charactersText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 character') : t('{0} characters', count(value));
export const recurringIssuesText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 recurring issue') : t('{0} recurring issues', count(value));
export const changesText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 change') : t('{0} changes', count(value));
export const conflictsText: Counted = (value, { t, count }) =>
  value === 1 ? t('1 conflict') : t('{0} conflicts', count(value));
