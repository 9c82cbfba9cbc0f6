import type { TableColumn, ColumnType } from './table.ts';

/**
 * Comparison of a column with a value. `left`: the text ends with it; `right`: begins with it. `in`: one of
 * several. `empty`, `filled`: no value.
 */
export const conditionRules = [
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'like',
  'left',
  'right',
  'in',
  'empty',
  'filled',
] as const;
export type ConditionRule = (typeof conditionRules)[number];

export const needsNoValue = (rule: ConditionRule): boolean => rule === 'empty' || rule === 'filled';

/** Range filter of a column heading; a heading can also filter by several values. */
export interface HeadingRange {
  /** From this on. */
  readonly ge?: string;
  /** Up to this. */
  readonly le?: string;
  /** Holds this part. */
  readonly like?: string;
}

/** Maximum number of conditions in an advanced query. */
export const MOST_CONDITIONS = 20;

const texts: readonly ConditionRule[] = [
  'like',
  'eq',
  'ne',
  'right',
  'left',
  'in',
  'empty',
  'filled',
];
const figures: readonly ConditionRule[] = [
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'in',
  'empty',
  'filled',
];
const moments: readonly ConditionRule[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty', 'filled'];
const choices: readonly ConditionRule[] = ['in', 'eq', 'ne', 'empty', 'filled'];

/** Rules of a column type, the usual one first. */
export const rulesOf: Readonly<Record<ColumnType, readonly ConditionRule[]>> = {
  text: texts,
  integer: figures,
  quantity: figures,
  money: figures,
  price: figures,
  percent: figures,
  day: moments,
  time: moments,
  flag: ['eq', 'ne', 'empty', 'filled'],
  choice: choices,
  tags: choices,
  id: ['eq', 'ne', 'in', 'empty', 'filled'],
};

/** Quotients have more decimals than entered numbers. */
const number = /^-?\d{1,18}(\.\d{1,20})?$/;
const shapes: Readonly<Partial<Record<ColumnType, RegExp>>> = {
  integer: /^-?\d{1,15}$/,
  quantity: number,
  money: number,
  price: number,
  percent: number,
  id: /^\d{1,18}$/,
  flag: /^(true|false)$/,
};

/** Returns true for a valid value of the column. */
export function readsAs({ type }: Pick<TableColumn, 'type'>, text: string): boolean {
  if (type === 'day') return isCalendarDay(text);
  if (type === 'time') return isInstant(text);
  return shapes[type]?.test(text) ?? true;
}

/** Returns true for an existing day, YYYY-MM-DD; no year 0 existed. */
export const isCalendarDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** Returns true for a day, or an instant with a zone offset; no offset on earth exceeds 14 hours. */
const isInstant = (text: string): boolean =>
  isCalendarDay(text) ||
  (isCalendarDay(text.slice(0, 10)) &&
    /^T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):\d\d)$/.test(text.slice(10)) &&
    !Number.isNaN(Date.parse(text)));
