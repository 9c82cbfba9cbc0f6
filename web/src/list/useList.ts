import type {
  ColumnChoice,
  ListQuery,
  ListView,
  Page,
  RowOf,
  TableDeclaration,
} from '@tradehouse/contract';
import { DEFAULT_PAGE_SIZE, arrangeColumns, asAsked } from '@tradehouse/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { readTablePage } from '../app/net/client.ts';
import { usePreference } from '../app/settings/preferences.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { useKept } from '../app/tabs/useKept.ts';
import { todayIn } from '../control/format.ts';
import type { FilterValues } from './filters/filterState.ts';
import { filtersIn, readableView, sortIn } from './listView.ts';
import type { Conditions, HeadingFilters, Sieve } from './filters/sieve.ts';
import { hasColumnFilters, dropUnavailableFilters, sieveOf, sieveQuery } from './filters/sieve.ts';
import { fieldsAsked, shownColumns } from './columns/columnChoice.ts';
import { rowsFilling, totalsAreARow } from './pageSizes.ts';
import { useShownTable } from './columns/shownTable.ts';
import {
  missingFilters,
  onlyRequired,
  searchText,
  startingFilters,
  withoutDateFilters,
  withoutRequired,
  filterWordsFromUrl,
} from './filters/filterState.ts';

export interface Sort {
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

/** User's settings of a list, all stored on the server. */
export interface ListChoice {
  readonly columns?: ColumnChoice;
  /** Absent: rows fill the screen. */
  readonly pageSize?: number | undefined;
  readonly sort?: Sort | null;
}

/** Settings of the open view; afterwards the user's own return. */
interface Viewed extends ListChoice {
  /** True: the chart is shown. */
  readonly chart?: boolean;
  /** View's filters and columns that are hidden from the user or missing. */
  readonly lacks: readonly string[];
}

export interface ListState<T extends TableDeclaration> {
  readonly table: T;
  /** Column that names a row, fixed at the left edge unless unpinned. */
  readonly nameColumn: string;
  readonly filters: FilterValues;
  readonly applied: FilterValues;
  /** Default filter values on the day of setting. */
  readonly began: FilterValues;
  /** The advanced query; absent: nothing more is asked for. */
  readonly conditions: Conditions | undefined;
  /** Heading filters by column. */
  readonly headers: HeadingFilters;
  /** True: filters differ from the initial filters, restored by `reset`. */
  readonly narrowed: boolean;
  /** True: some filter other than dates is set. */
  readonly sifted: boolean;
  /** True: some filter is set beyond dates, required and default filters. */
  readonly chosen: boolean;
  readonly query: ListQuery;
  /** Query over all dates for one row; null if no dates are filtered. */
  readonly undated: ListQuery | null;
  readonly data: Page<RowOf<T>> | undefined;
  readonly error: Error | null;
  readonly loading: boolean;
  /** Required filters without a value. */
  readonly missing: readonly string[];
  readonly page: number;
  readonly pageSize: number;
  /** Number of rows on a page without a chosen page size. */
  readonly ownPageSize: number;
  readonly sort: Sort | null;
  readonly columns: ColumnChoice;
  readonly setFilter: (name: string, value: unknown, apply: boolean) => void;
  readonly setConditions: (conditions: Conditions | undefined) => void;
  /** Sets the filter of a column's heading; empty: no filter. */
  readonly setHeading: (column: string, values: HeadingFilters[string]) => void;
  readonly search: () => void;
  readonly reset: () => void;
  /** Removes all filters except required filters. */
  readonly clear: () => void;
  /** Applies a view; parts left open get initial values. Later changes belong to the view. */
  readonly show: (view: ListView) => void;
  /** Marks the list's present state as a view's state. */
  readonly called: () => void;
  /** Restores the initial state with the user's own settings. */
  readonly leave: () => void;
  /** View's filters and columns that the list lacks. */
  readonly lacks: readonly string[];
  /** Chart visible, if the view defines it. */
  readonly chart: boolean | undefined;
  /** Null: no view is shown. */
  readonly setChart: ((shown: boolean) => void) | null;
  /** Asks for all dates. */
  readonly allDates: () => void;
  readonly turn: (page: number, pageSize: number) => void;
  readonly setSort: (sort: Sort | null) => void;
  readonly setColumns: (columns: ColumnChoice) => void;
  readonly reload: () => void;
  /** Names of the chosen records, by filter. */
  readonly words: Readonly<Record<string, string>>;
  readonly setWord: (name: string, word: string) => void;
}

export interface ListOptions {
  /** Filters always sent and never shown. */
  readonly fixed?: FilterValues | undefined;
  /** Initial filters in place of the address, for a list inside another page. */
  readonly given?: FilterValues | undefined;
  /** Column that names a row; default: the first shown column. */
  readonly nameColumn?: string | undefined;
  /** Initial view, if nothing else determines the content. */
  readonly opens?: ListView | undefined;
}

/** State of a list restored by a page reload. */
interface KeptList {
  /** Query at the list's opening: another query restarts the list. */
  readonly address: string;
  readonly applied: FilterValues;
  readonly began: FilterValues;
  readonly sieve: Sieve;
  readonly page: number;
  /** Absent: no view is shown. */
  readonly viewed?: Viewed | undefined;
}

/** The address of a list inside another page. */
const NOWHERE = new URLSearchParams();

type Narrowing = Omit<KeptList, 'address' | 'page' | 'viewed'>;

/** Returns initial state: `began` from the defaults, `all` with the address or surrounding page. */
function useStarting(table: TableDeclaration, own: FilterValues | undefined) {
  const { query: address } = useTab();
  const given = own === undefined ? address : NOWHERE;
  const { timeZone, hiddenAmounts } = useSettings();
  return useMemo(() => {
    const startedBy = (by: URLSearchParams): FilterValues =>
      startingFilters(table, todayIn(timeZone), by, hiddenAmounts);
    return {
      given,
      began: (): FilterValues => startedBy(NOWHERE),
      all: (): Narrowing => ({
        applied: { ...startedBy(given), ...own },
        began: startedBy(NOWHERE),
        sieve: dropUnavailableFilters(table, sieveOf(given), hiddenAmounts),
      }),
      by: (view: ListView): Narrowing => {
        const began = startedBy(NOWHERE);
        return {
          applied: filtersIn(table, view, began, hiddenAmounts),
          began,
          sieve: dropUnavailableFilters(table, view, hiddenAmounts),
        };
      },
      // Limited to columns that the user may query.
      sieve: (asked: Sieve): Sieve => dropUnavailableFilters(table, asked, hiddenAmounts),
      viewed: (view: ListView): Viewed => ({
        ...choiceIn(view, sortIn(table, view, hiddenAmounts)),
        ...(view.chart === undefined ? {} : { chart: view.chart }),
        lacks: readableView(table, view, hiddenAmounts).lacks,
      }),
    };
  }, [table, given, own, timeZone, hiddenAmounts]);
}

/** Manages filters and page: entered, applied and initial values. */
function useFilters<T extends TableDeclaration>(table: T, options: ListOptions) {
  const start = useStarting(table, options.given);
  const [kept, keep] = useKept<KeptList>(`list:${table.id}`);
  const address = start.given.toString();
  const before = options.given === undefined && kept?.address === address ? kept : undefined;
  const [opened] = useState(before === undefined && address === '' ? options.opens : undefined);
  const [asked, setAsked] = useState<Narrowing>(
    () => before ?? (opened === undefined ? start.all() : start.by(opened)),
  );
  const [filters, setFilters] = useState(asked.applied);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [page, setPage] = useState(before?.page ?? 1);
  const [viewed, setViewed] = useState<Viewed | undefined>(
    () => before?.viewed ?? (opened === undefined ? undefined : start.viewed(opened)),
  );
  useEffect(() => {
    if (options.given === undefined) keep({ address, ...asked, page, viewed });
    // A list inside another page keeps nothing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [keep, address, asked, page, viewed]);
  return useMemo(() => {
    const apply = (part: Partial<Narrowing>): void => {
      setAsked((last) => ({ ...last, ...part }));
      setPage(1);
    };
    const begin = (part: Partial<Narrowing>): void => {
      if (part.applied !== undefined) setFilters(part.applied);
      apply(part);
    };
    const called = {
      words: { ...filterWordsFromUrl(start.given), ...chosen },
      setWord: (name: string, word: string) => setChosen((last) => ({ ...last, [name]: word })),
    };
    const view = { viewed, setViewed };
    return {
      filters,
      setFilters,
      ...asked,
      apply,
      begin,
      page,
      setPage,
      start,
      ...called,
      ...view,
    };
  }, [filters, asked, chosen, page, start, viewed]);
}

/** Reads rows after every required filter has a value. */
function useListRows<T extends TableDeclaration>(
  table: T,
  query: ListQuery,
  missing: readonly string[],
) {
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['list', table.path, table.id, query],
    queryFn: ({ signal }) => readTablePage(table, query, { signal, quiet: true }),
    enabled: missing.length === 0,
    placeholderData: keepPreviousData,
  });
  const loading = isPending && missing.length === 0;
  return {
    rows: useMemo(() => ({ data, error, loading }), [data, error, loading]),
    stale: isPlaceholderData || (isFetching && data !== undefined),
    refetch,
  };
}

const NOTHING_SET: ListChoice = {};
const NONE_LACKING: readonly string[] = [];

/** Returns settings and setters: the user's stored settings, or the shown view's. */
function useChoice(
  table: TableDeclaration,
  named: string | undefined,
  { viewed, setViewed }: ListFilterState,
) {
  const [own, setOwn] = usePreference<ListChoice>(`list:${table.id}`, NOTHING_SET);
  const phone = usePhone();
  // Computed once: changes of the window's height do not turn the page.
  const [filling] = useState(() =>
    typeof window === 'undefined' ? DEFAULT_PAGE_SIZE : rowsFilling(window.innerHeight),
  );
  const ownPageSize = table.pageSize ?? (phone ? DEFAULT_PAGE_SIZE : filling);
  return useMemo(() => {
    const choice = { ...own, ...viewed };
    const nameColumn =
      named ??
      table.nameColumn ??
      arrangeColumns(table, choice.columns ?? {}).find(({ visible }) => visible)?.name ??
      '';
    return {
      nameColumn,
      sort: choice.sort ?? null,
      pageSize: choice.pageSize ?? ownPageSize,
      ownPageSize,
      columns: { pinned: [nameColumn], ...choice.columns },
      choose: (part: ListChoice): void => {
        if (viewed === undefined) setOwn({ ...own, ...part });
        else setViewed({ ...viewed, ...part });
      },
    };
  }, [table, named, own, setOwn, viewed, setViewed, ownPageSize]);
}

/** Returns the settings contained in a view. */
const choiceIn = ({ pageSize, columns }: ListView, sort: Sort | null): ListChoice => ({
  sort,
  ...(pageSize === undefined ? {} : { pageSize }),
  ...(columns === undefined ? {} : { columns }),
});

const toSearchQuery = (search: string | undefined) => (search === undefined ? {} : { search });

type ListFilterState = ReturnType<typeof useFilters>;
type ListChoiceState = ReturnType<typeof useChoice>;

function buildListRequest(
  table: TableDeclaration,
  options: ListOptions,
  { applied, sieve, page }: ListFilterState,
  chosen: ListChoiceState,
) {
  const { sort, pageSize } = chosen;
  const fixed = { ...table.fixed, ...options.fixed };
  const search = searchText(applied, fixed);
  const sifted = sieveQuery(table, sieve);
  const used = () => [...shownColumns(table, chosen.columns), sort?.column, applied['measure']];
  const query: ListQuery = {
    ...(table.asksShown === true ? { field: fieldsAsked(table, used()) } : {}),
    ...toSearchQuery(search),
    ...sifted,
    ...(sort === null ? {} : { column: sort.column, order: sort.order }),
    currentPage: page,
    pageSize: totalsAreARow(pageSize) ? pageSize - 1 : pageSize,
  };
  return { fixed, search, sifted, query, missing: missingFilters(table, { ...applied, ...fixed }) };
}

type ListRequest = ReturnType<typeof buildListRequest>;

function buildListFilters(
  table: TableDeclaration,
  asked: ListFilterState,
  question: ListRequest,
  again: () => void,
) {
  const { filters, setFilters, applied, apply, begin, start, words, setWord } = asked;
  const { fixed, search, sifted } = question;
  const anyDay = withoutDateFilters(table, applied);
  const anyDayText = searchText(anyDay, fixed);
  const first = start.all();
  const optional = (values: FilterValues) => searchText(withoutRequired(table, values));
  return {
    filters,
    applied,
    began: asked.began,
    words,
    setWord,
    narrowed: search !== searchText(first.applied, fixed) || hasColumnFilters(asked.sieve),
    sifted: searchText(anyDay) !== undefined || hasColumnFilters(asked.sieve),
    chosen:
      optional(anyDay) !== optional(withoutDateFilters(table, asked.began)) ||
      hasColumnFilters(asked.sieve),
    undated:
      anyDayText === search
        ? null
        : { ...toSearchQuery(anyDayText), ...sifted, currentPage: 1, pageSize: 1 },
    setFilter: (name: string, value: unknown, now: boolean) => {
      const next = { ...filters, [name]: value };
      setFilters(next);
      if (now) apply({ applied: next });
    },
    search: () => {
      apply({ applied: filters });
      if (search === searchText(filters, fixed)) again();
    },
    reset: () => begin(first),
    allDates: () => begin({ applied: anyDay }),
    clear: () => begin({ applied: onlyRequired(table, applied), sieve: {} }),
  };
}

/** Returns the view's state, and functions that apply and leave a view. */
function viewSetters(
  { viewed, setViewed, begin, start }: ListFilterState,
  { sort, pageSize, columns }: Omit<ListChoiceState, 'choose'>,
) {
  return {
    lacks: viewed?.lacks ?? NONE_LACKING,
    chart: viewed?.chart,
    setChart: viewed === undefined ? null : (chart: boolean) => setViewed({ ...viewed, chart }),
    show: (view: ListView) => {
      begin(start.by(view));
      setViewed(start.viewed(view));
    },
    called: () => setViewed({ sort, pageSize, columns, ...viewed, lacks: [] }),
    leave: () => {
      begin(start.all());
      setViewed(undefined);
    },
  };
}

function sieveSetters({ sieve, apply, start }: ListFilterState) {
  const { conditions, headers = {} } = sieve;
  const sift = (next: Sieve): void => apply({ sieve: start.sieve(next) });
  return {
    conditions,
    headers,
    setConditions: (next: Conditions | undefined) =>
      sift({ headers, ...(next === undefined ? {} : { conditions: next }) }),
    setHeading: (column: string, values: HeadingFilters[string]) =>
      sift({ ...sieve, headers: { ...headers, [column]: values } }),
  };
}

/** List, and a flag for rows of the previous query. */
export interface ReadList<T extends TableDeclaration> {
  /** Same object until a change, because many components render from the list. */
  readonly list: ListState<T>;
  readonly stale: boolean;
}

/** Manages a list: filters, sort order, page, user settings and rows. */
export function useList<T extends TableDeclaration>(
  whole: T,
  options: ListOptions = {},
): ReadList<T> {
  const table = useShownTable(whole, options);
  const asked = useFilters(table, options);
  const chosen = useChoice(table, options.nameColumn, asked);
  const { fixed } = options;
  const question = useMemo(
    () => buildListRequest(table, { fixed }, asked, chosen),
    [table, fixed, asked, chosen],
  );
  const { query, missing } = question;
  const { applied } = asked;
  const shown = useMemo(() => asAsked(table, applied), [table, applied]);
  const { rows, stale, refetch } = useListRows(table, query, missing);
  const list = useMemo<ListState<T>>(() => {
    const { page, setPage } = asked;
    const { choose, ...set } = chosen;
    return {
      table: shown,
      query,
      missing,
      page,
      ...set,
      ...rows,
      ...buildListFilters(table, asked, question, () => void refetch()),
      ...sieveSetters(asked),
      ...viewSetters(asked, set),
      turn: (next, size) => {
        setPage(next);
        if (size === set.pageSize) return;
        choose({ pageSize: size === set.ownPageSize ? undefined : size });
      },
      setSort: (next) => {
        choose({ sort: next });
        setPage(1);
      },
      setColumns: (next) => choose({ columns: next }),
      reload: () => void invalidateQueryKeys(['list', table.path]),
    };
  }, [table, shown, query, missing, rows, asked, chosen, question, refetch]);
  return { list, stale };
}
