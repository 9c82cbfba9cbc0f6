import { monthsBefore } from '@tradehouse/domain';
import type { InOutItemType } from '@tradehouse/domain';
import type { Access } from './endpoint.ts';
import type { Called } from './phrase/called.ts';

/**
 * Wire format and display. `quantity`, `money`, `price` and `percent` are decimal strings; `day` is
 * YYYY-MM-DD, `time` an ISO instant; `choice` one of `choices`; `tags` a list of choices.
 */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'quantity'
  | 'money'
  | 'price'
  | 'percent'
  | 'day'
  | 'time'
  | 'flag'
  | 'choice'
  | 'tags'
  | 'id';

/** Mask of a column's amounts; users without access get null and cannot sort or filter by the column. */
export type Mask = 'cost' | 'purchase' | 'retail' | 'sale' | 'money' | 'kind';

export interface TableColumn {
  readonly type: ColumnType;
  /** Hidden until the user enables the column in the column settings. */
  readonly optional?: true;
  /** Travels with the row (ids for links) but is no column on screen. */
  readonly hidden?: true;
  /** Takes part in the totals over the whole filtered set. */
  readonly sum?: true;
  /** With several masks, a single denied mask hides the column. */
  readonly mask?: Mask | readonly Mask[];
  readonly sortable?: false;
  /**
   * Number or key, sorted by character like the index. Other text sorts in dictionary order, Chinese by
   * pinyin.
   */
  readonly code?: true;
  readonly choices?: readonly string[];
  readonly width?: number;
  /** Amount in company currency, regardless of the currency of the row. */
  readonly own?: true;
  /** Column with the picture shown before the value. */
  readonly pictured?: string;
  /** Received amounts show a plus. */
  readonly signed?: true;
  /** Difference of percentages, in percentage points: shown without a percent sign. */
  readonly points?: true;
  /** Percentage with a proportional bar below. */
  readonly bar?: true;
  /** Balance over documents visible to the reader, partial without access to all. */
  readonly ofSeen?: true;
  /** Label in this table; absent: the common label for the column name. */
  readonly called?: Called;
  /** Page of the referenced records; column and filters need access to the page. */
  readonly page?: string;
  /** Weight of the column on a narrow screen, if `weightOfColumn` errs. */
  readonly matters?: Weight;
  /** Zeros carry no information: with only zeros, the column counts as empty. */
  readonly zeroIsNone?: true;
  /** Mean, shown with the decimals of amounts. */
  readonly mean?: true;
  /** Column repeated here if equal in all rows: this column is then hidden until chosen. */
  readonly echoes?: string;
  /** Column belongs to one of the requested months. */
  readonly ofMonth?: OfMonth;
  /** Filter with the column title in the selected choice; without a choice the column is absent. */
  readonly ofChoice?: string;
  /**
   * Filter naming a column; the text holds monthly figures (`2026-01=12.5 2026-02=3`) of the column, drawn
   * in a line.
   */
  readonly trend?: string;
  /** Type of the figures in the trend, once the query is known. */
  readonly trendOf?: TableColumn['type'];
  /** Filter behind the column; unset: no column. */
  readonly asksFor?: string;
  /** Selected choice, once the query is known. */
  readonly chosen?: string;
}

/** Month of a column, among months shown side by side. */
interface OfMonth {
  /** From 0. */
  readonly place: number;
  /** Title is the month alone. */
  readonly alone: boolean;
  /** YYYY-MM, once the requested days are known. */
  readonly month?: string;
}

/** `most` is seen without scrolling sideways, `least` goes first where room is short. */
export type Weight = 'most' | 'some' | 'least';

export const masksOf = ({ mask }: Pick<TableColumn, 'mask'>): readonly Mask[] =>
  mask === undefined ? [] : typeof mask === 'string' ? [mask] : mask;

/** Checks if a named column shows a balance over visible documents. */
export const tellsSeen = (
  { columns }: Pick<TableDeclaration, 'columns'>,
  names: readonly string[],
): boolean => names.some((name) => columns[name]?.ofSeen === true);

/** Columns identifying the subject of a row. */
const telling = /^(name|number|summary|barcode|(partner|product|warehouse|object)Name)$/;
const states = /^enabled$|(status|state|stage)$/i;
const figures: ReadonlySet<ColumnType> = new Set(['quantity', 'money', 'price']);

/** Importance of a column on narrow screens: names, figures and states most, the sort order least. */
export function weightOfColumn(name: string, { type, matters }: TableColumn): Weight {
  if (matters !== undefined) return matters;
  if (name === 'sort') return 'least';
  return figures.has(type) || telling.test(name) || tellsState(name) ? 'most' : 'some';
}

/** Checks if a column shows the state of a row. */
export const tellsState = (name: string): boolean => states.test(name);

/**
 * Comparison. `contains`: LIKE with literal wildcards over the named columns; `equals`, `choices` (one of
 * several), `flag`; `range`: two inclusive days, sent as [since, until]; `own`: handled by the source
 * (keyword over products, as-of date); `category`, `institution`, `revenueClass`: includes all descendants.
 */
export interface Filter {
  readonly by: 'contains' | 'equals' | 'choices' | 'flag' | 'range' | 'own';
  /** Declared columns compared by the filter; `own` needs none. */
  readonly columns?: readonly string[];
  /** Control of the filter; reference controls offer records of the type. */
  readonly control:
    | 'text'
    | 'choice'
    | 'choices'
    | 'dates'
    | 'day'
    | 'year'
    | 'flag'
    | 'supplier'
    | 'customer'
    | 'member'
    | 'partner'
    | 'warehouse'
    | 'warehouses'
    | 'account'
    | 'accounts'
    | 'user'
    | 'person'
    | 'category'
    | 'institution'
    | 'brand'
    | 'product'
    | 'inOutItem'
    | 'revenueClass'
    | 'ledgerAccount'
    | 'activity';
  readonly choices?: readonly string[];
  /** Choices are columns; columns hidden from the caller are omitted. */
  readonly ofColumns?: true;
  readonly itemType?: InOutItemType;
  /** Shown on the first row; other filters sit behind "more". */
  readonly first?: true;
  readonly required?: true;
  /** Used by figures for drill-down; no screen offers the filter. */
  readonly behind?: true;
  /** Set by links to the list and shown only while set; no screen offers the filter. */
  readonly linked?: true;
  /** Label in this table; absent: the common label for the filter name. */
  readonly called?: Called;
  /**
   * Start value: last three months, last month, this month, this year, last year and this, today; some
   * choices; or yes.
   */
  readonly starts?:
    | 'threeMonths'
    | 'month'
    | 'thisMonth'
    | 'thisYear'
    | 'twoYears'
    | 'today'
    | readonly string[]
    | true;
}

/** Start value of a screen filter, from the company's today. */
export function filterStart(
  { starts, control }: Pick<Filter, 'starts' | 'control'>,
  today: string,
): unknown {
  if (starts === undefined || starts === true) return starts;
  if (typeof starts === 'object') return control === 'choice' ? starts[0] : starts;
  if (control === 'day') return today;
  if (starts === 'today') return [today, today];
  const year = today.slice(0, 4);
  if (starts === 'thisYear') return control === 'dates' ? [`${year}-01-01`, today] : year;
  if (starts === 'twoYears') return [`${Number(year) - 1}-01-01`, today];
  if (starts === 'thisMonth') return [`${today.slice(0, 7)}-01`, today];
  return [monthsBefore(today, starts === 'month' ? 1 : 3), today];
}

/** Asks for any of a column's choices. */
export const defineChoicesFilter = <const Choices extends readonly string[]>(
  column: string,
  choices: Choices,
) => ({ by: 'choices', columns: [column], control: 'choices', choices }) as const;

export interface TableDeclaration {
  readonly id: string;
  /** The list's path below the API base, e.g. '/depotHead/list'. */
  readonly path: string;
  readonly access: Access;
  readonly columns: Readonly<Record<string, TableColumn>>;
  readonly filters: Readonly<Record<string, Filter>>;
  /** Figures are slow to compute: a screen requests only the shown figures and gets totals for these. */
  readonly asksShown?: true;
  /** Fixed part of `search`, always sent; selects this table among several on one path. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Default order, ties broken by id. */
  readonly order: { readonly column: string; readonly direction: 'asc' | 'desc' };
  /** Column naming a row; default: the first shown column. */
  readonly nameColumn?: string;
  /** Further columns on a phone card; default: the first three. */
  readonly facts?: readonly string[];
  /** Rows and sums share one currency; otherwise sums are in company currency. */
  readonly oneCurrency?: true;
  /** Statement read from top to bottom: phone rows are lines with two facts, not cards. */
  readonly statement?: true;
  /** Columns form a sequence, like months; lack of space never changes the order. */
  readonly inOrder?: true;
  /** Initial rows per page, for a table read like one page; default `DEFAULT_PAGE_SIZE`. */
  readonly pageSize?: (typeof PAGE_SIZES)[number];
  /** Address of a report page built from the table alone. */
  readonly page?: string;
  /** Page and query showing the table, if no guarding page does. */
  readonly shownOn?: string;
  /** Column identifying a row; default 'id'. */
  readonly key?: string;
  /** Path of the export; the same query, streamed to xlsx. */
  readonly exportPath?: string;
  /** Text file for programs, in equal demand with the spreadsheet. */
  readonly csv?: true;
}

/** Declares a list or report once, for reader, export, screen and API page. */
export const defineTable = <const T extends TableDeclaration>(declaration: T): T => declaration;

type CellOf<C extends TableColumn> = C extends { type: 'integer' }
  ? number
  : C extends { type: 'flag' }
    ? boolean
    : C extends { type: 'tags' }
      ? readonly string[]
      : string;

/** Table row on the wire: every declared column, null without a value or under a mask. */
export type RowOf<T extends TableDeclaration> = {
  readonly [Name in keyof T['columns']]: CellOf<T['columns'][Name]> | null;
};

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Sums of the `sum` columns over the whole filtered set; null where masked. */
  readonly totals: Readonly<Record<string, string | null>>;
  /** Maximum replication delay in milliseconds on a replica; absent: current data. */
  readonly age?: number;
}

/** Parameters of a list call, in query string form. */
export interface ListQuery {
  /** JSON of { filterName: value }. */
  readonly search?: string;
  /** Comma list of columns, beginning with id; absent means all. */
  readonly field?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
  readonly column?: string;
  readonly order?: 'asc' | 'desc' | 'ascend' | 'descend';
  /** JSON of { columnName: [any of these] } from header filters; in place of a list a `HeadingRange`. */
  readonly filters?: string;
  /** JSON of `ViewCondition`s. */
  readonly superQueryParams?: string;
  readonly superQueryMatchType?: 'and' | 'or';
}

export const PAGE_SIZES = [10, 20, 30] as const;
export const DEFAULT_PAGE_SIZE = 10;
/** Largest page of a request; anything larger is an export. */
export const LARGEST_PAGE = 500;
/** Deeper pages are for exports: the database would read and discard all earlier rows. */
const DEEPEST_ROW = 100_000;
/** The last page a list can be turned to, of pages this long. */
export const lastPage = (pageSize: number): number => Math.floor(DEEPEST_ROW / pageSize) + 1;
