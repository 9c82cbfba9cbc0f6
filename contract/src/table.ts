import { monthsBefore } from '@tradehouse/domain';
import type { InOutItemType } from '@tradehouse/domain';
import type { Access } from './endpoint.ts';
import type { Called } from './phrase/called.ts';

/**
 * How a value travels and how a cell shows it. `quantity`, `money`, `price` and `percent` are decimal strings;
 * `day` is YYYY-MM-DD, `time` an ISO instant; `choice` one of `choices`; `tags` a list of choices.
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

/** Whose amounts a column shows; a user who may not see them gets null, and can't sort or filter by it. */
export type Mask = 'cost' | 'purchase' | 'retail' | 'sale' | 'money' | 'kind';

export interface Column {
  readonly type: ColumnType;
  /** Off until the user switches it on in the column settings. */
  readonly optional?: true;
  /** Travels with the row (ids for links) but is no column on screen. */
  readonly hidden?: true;
  /** Takes part in the totals over the whole filtered set. */
  readonly sum?: true;
  /** Several: who may not see one of them does not see it. */
  readonly mask?: Mask | readonly Mask[];
  readonly sortable?: false;
  /**
   * A number or key: sorted as written, sign by sign, as its index holds it. Other text is sorted as a dictionary has
   * it, Chinese by pinyin.
   */
  readonly code?: true;
  readonly choices?: readonly string[];
  readonly width?: number;
  /** In the company's own currency, whatever its row says that others are in. */
  readonly own?: true;
  /** The column that holds the picture shown before it, where its row has one. */
  readonly pictured?: string;
  /** What came in has a plus. */
  readonly signed?: true;
  /** A part of a hundred, with a bar of its length below it. */
  readonly bar?: true;
  /** A balance of what its reader may see: not all that there is, for who may not see all documents. */
  readonly ofSeen?: true;
  /** What it is called here; absent: as columns of its name are called everywhere. */
  readonly called?: Called;
  /** The page whose records it tells of: it, and filters by it, are for who may open that one. */
  readonly page?: string;
  /** How much it matters on a screen that has no room for everything, where `weightOf` errs. */
  readonly matters?: Weight;
  /** Zeros say nothing: while no row has more, it holds nothing. */
  readonly zeroIsNone?: true;
  /** A mean: shown with the decimals of amounts, however many its division has. */
  readonly mean?: true;
  /** Column that this column repeats where both are equal in all rows: this one is then hidden until it is chosen. */
  readonly echoes?: string;
  /** It tells of one of the months that are asked for. */
  readonly ofMonth?: OfMonth;
  /** It is called as the choice of this filter, and is no column while none is made. */
  readonly ofChoice?: string;
  /** Its text is figures by month (`2026-01=12.5 2026-02=3`) of the column that this filter names; a cell draws them as a line. */
  readonly trend?: string;
  /** Of what type those figures are, once it is known what is asked for. */
  readonly trendOf?: Column['type'];
  /** It tells of what this filter asks for, and is no column while that asks for nothing. */
  readonly asksFor?: string;
  /** The choice, once it is known what is asked for. */
  readonly chosen?: string;
}

/** Which month a column tells of, among those that stand side by side. */
interface OfMonth {
  /** From 0. */
  readonly place: number;
  /** Its month is all that it is called. */
  readonly alone: boolean;
  /** YYYY-MM, once it is known which days are asked for. */
  readonly month?: string;
}

/** `most` is seen without scrolling sideways, `least` goes first where room is short. */
export type Weight = 'most' | 'some' | 'least';

/** Whose amounts a column shows. */
export const masksOf = ({ mask }: Pick<Column, 'mask'>): readonly Mask[] =>
  mask === undefined ? [] : typeof mask === 'string' ? [mask] : mask;

/** Whether one of these columns tells a balance of what its reader may see. */
export const tellsSeen = ({ columns }: Pick<Table, 'columns'>, names: readonly string[]): boolean =>
  names.some((name) => columns[name]?.ofSeen === true);

/** What a row is about. */
const telling = /^(name|number|summary|barcode|(partner|product|warehouse|object)Name)$/;
const states = /^enabled$|(status|state|stage)$/i;
const figures: ReadonlySet<ColumnType> = new Set(['quantity', 'money', 'price']);

/** How much a column matters: names, figures and states most, the order of choices least. */
export function weightOf(name: string, { type, matters }: Column): Weight {
  if (matters !== undefined) return matters;
  if (name === 'sort') return 'least';
  return figures.has(type) || telling.test(name) || tellsState(name) ? 'most' : 'some';
}

/** Whether a column says how a row stands. */
export const tellsState = (name: string): boolean => states.test(name);

/**
 * How a filter compares. `contains`: LIKE with literal wildcards over the named columns; `equals`, `choices` (one of
 * several), `flag`; `range`: two days, both inclusive, sent as [since, until]; `own`: the source takes the value itself
 * (keyword over products, as-of date); `category`, `institution`,
 * `revenueClass`: it with all below it.
 */
export interface Filter {
  readonly by: 'contains' | 'equals' | 'choices' | 'flag' | 'range' | 'own';
  /** Declared columns it looks at; `own` needs none. */
  readonly columns?: readonly string[];
  /** Which control asks for it; a reference control offers records of that sort. */
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
  /** Its choices are columns: one that is hidden from the caller is none. */
  readonly ofColumns?: true;
  /** Of which type the items are that it offers. */
  readonly itemType?: InOutItemType;
  /** Shown on the first row; the others sit behind "more". */
  readonly first?: true;
  readonly required?: true;
  /** Figures ask by it for what is behind them; no screen offers it. */
  readonly behind?: true;
  /** What it is called here; absent: as filters of its name are called everywhere. */
  readonly called?: Called;
  /** What it starts with: the last three months, the last month, this month, this year, last year and this, today; some of its choices; or yes. */
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

/** What a filter starts with on its screen, by the company's today. */
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
export const choicesOf = <const Choices extends readonly string[]>(
  column: string,
  choices: Choices,
) => ({ by: 'choices', columns: [column], control: 'choices', choices }) as const;

export interface Table {
  readonly id: string;
  /** The list's path below the API base, e.g. '/depotHead/list'. */
  readonly path: string;
  readonly access: Access;
  readonly columns: Readonly<Record<string, Column>>;
  readonly filters: Readonly<Record<string, Filter>>;
  /** Each of its figures takes time to work out: a screen asks for those that it shows, and gets the totals of these. */
  readonly asksShown?: true;
  /** What `search` must also say, where several tables share a path: it picks this one. The screen always sends it. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Default order, ties broken by id. */
  readonly order: { readonly column: string; readonly direction: 'asc' | 'desc' };
  /** The column that names a row; default: the first that is shown. */
  readonly nameColumn?: string;
  /** What a card on a phone says besides; default: the first three. */
  readonly facts?: readonly string[];
  /** All its rows are of one currency, which its sums are in, too; else sums are in the company's own. */
  readonly oneCurrency?: true;
  /** Its columns follow each other, as months do: none goes before another for having room. */
  readonly inOrder?: true;
  /** How many rows a page has until the user says otherwise, where it is read as one; default `DEFAULT_PAGE_SIZE`. */
  readonly pageSize?: (typeof PAGE_SIZES)[number];
  /** A report whose page is made from it alone: the address of the page. */
  readonly page?: string;
  /** The page that shows it, and what of it, where that is none of those that guard it. */
  readonly shownOn?: string;
  /** The column that identifies a row; default 'id'. */
  readonly key?: string;
  /** Path of its export; the same query, streamed to xlsx. */
  readonly exportPath?: string;
  /** Its file of text, which programs read, is as much asked for as its spreadsheet. */
  readonly csv?: true;
}

/** Declares a list or report once: the reader, the export, the screen and the API page all read it. */
export const table = <const T extends Table>(declaration: T): T => declaration;

type CellOf<C extends Column> = C extends { type: 'integer' }
  ? number
  : C extends { type: 'flag' }
    ? boolean
    : C extends { type: 'tags' }
      ? readonly string[]
      : string;

/** A row of a table as it travels: every declared column, null where it has no value or is masked. */
export type RowOf<T extends Table> = {
  readonly [Name in keyof T['columns']]: CellOf<T['columns'][Name]> | null;
};

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Sums of the `sum` columns over the whole filtered set; null where masked. */
  readonly totals: Readonly<Record<string, string | null>>;
  /** Milliseconds by which it may be behind, read on a replica; absent: it is as things are. */
  readonly age?: number;
}

/** Spec §7's list protocol, as it travels in the query string. */
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
/** The largest page a caller may ask for; more than that is an export. */
export const LARGEST_PAGE = 500;
/** Deeper pages are for exports: the database would read and throw away everything before them. */
const DEEPEST_ROW = 100_000;
/** The last page a list can be turned to, of pages this long. */
export const lastPage = (pageSize: number): number => Math.floor(DEEPEST_ROW / pageSize) + 1;
