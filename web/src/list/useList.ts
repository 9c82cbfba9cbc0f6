import type { ColumnChoice, ListQuery, ListView, Page, RowOf, Table } from '@tradehouse/contract';
import { DEFAULT_PAGE_SIZE, arranged, asAsked } from '@tradehouse/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { readTable } from '../app/net/client.ts';
import { usePreference } from '../app/settings/preferences.ts';
import { outdate } from '../app/net/query.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { useKept } from '../app/tabs/useKept.ts';
import { todayIn } from '../control/format.ts';
import type { FilterValues } from './filters/filterState.ts';
import { filtersIn, readableView, sortIn } from './listView.ts';
import type { Conditions, Headings, Sieve } from './filters/sieve.ts';
import { narrows, readable, sieveOf, sieveQuery } from './filters/sieve.ts';
import { fieldsAsked, shownColumns } from './columns/columnChoice.ts';
import { rowsFilling, totalsAreARow } from './pageSizes.ts';
import { useShownTable } from './columns/shownTable.ts';
import {
  missingFilters,
  onlyRequired,
  searchText,
  startingFilters,
  undated,
  withoutRequired,
  wordsOf,
} from './filters/filterState.ts';

export interface Sort {
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

/** What a user set for a list; all of it is remembered on the server. */
export interface ListChoice {
  readonly columns?: ColumnChoice;
  /** Absent: as many rows as fill the screen. */
  readonly pageSize?: number | undefined;
  readonly sort?: Sort | null;
}

/** What a view that is open says in place of what the user set, who has that again once it is left. */
interface Viewed extends ListChoice {
  /** Whether the chart stands beside it. */
  readonly chart?: boolean;
  /** Filters and columns that it asks by, which are hidden from its reader or no longer there. */
  readonly lacks: readonly string[];
}

export interface ListState<T extends Table> {
  readonly table: T;
  /** The column that names a row; it stays at the left edge unless the user loosens it. */
  readonly nameColumn: string;
  readonly filters: FilterValues;
  readonly applied: FilterValues;
  /** What its filters started with by themselves, on the day that they were set. */
  readonly began: FilterValues;
  /** The advanced query; absent: nothing more is asked for. */
  readonly conditions: Conditions | undefined;
  /** What the headings of columns ask for. */
  readonly headers: Headings;
  /** They are not those that the list starts with, which `reset` goes back to. */
  readonly narrowed: boolean;
  /** Something other than dates is asked for. */
  readonly sifted: boolean;
  /** And it is neither needed nor what the list starts with. */
  readonly chosen: boolean;
  readonly query: ListQuery;
  /** The same over all dates, one row of it; null where no dates are asked for. */
  readonly undated: ListQuery | null;
  readonly data: Page<RowOf<T>> | undefined;
  readonly error: Error | null;
  readonly loading: boolean;
  /** Required filters without a value. */
  readonly missing: readonly string[];
  readonly page: number;
  readonly pageSize: number;
  /** How many rows a page has that was given no length of its own. */
  readonly ownPageSize: number;
  readonly sort: Sort | null;
  readonly columns: ColumnChoice;
  readonly setFilter: (name: string, value: unknown, apply: boolean) => void;
  readonly setConditions: (conditions: Conditions | undefined) => void;
  /** What the heading of a column asks for; empty: nothing. */
  readonly setHeading: (column: string, values: Headings[string]) => void;
  readonly search: () => void;
  readonly reset: () => void;
  /** Takes away what narrows it, but for what a list needs. */
  readonly clear: () => void;
  /**
   * Brings it to where a view says; what the view leaves open is as the list starts. What is set from now on is the view's
   * until it is left.
   */
  readonly show: (view: ListView) => void;
  /** It stands at a view already. */
  readonly called: () => void;
  /** As it starts, and as its user had set it before a view was shown. */
  readonly leave: () => void;
  /** What the view that is shown asks by, and this list does not. */
  readonly lacks: readonly string[];
  /** Whether the chart stands beside it, where a view says so. */
  readonly chart: boolean | undefined;
  /** Null: no view is shown. */
  readonly setChart: ((shown: boolean) => void) | null;
  /** Asks for all dates. */
  readonly allDates: () => void;
  readonly turn: (page: number, pageSize: number) => void;
  readonly setSort: (sort: Sort | null) => void;
  readonly setColumns: (columns: ColumnChoice) => void;
  readonly reload: () => void;
  /** What the chosen records are called, by filter. */
  readonly words: Readonly<Record<string, string>>;
  readonly setWord: (name: string, word: string) => void;
}

export interface ListOptions {
  /** Filters that are always sent and never asked for. */
  readonly fixed?: FilterValues | undefined;
  /** What the filters start with, in place of the address: a list inside another page. */
  readonly given?: FilterValues | undefined;
  /** The column that names a row; default: the first that is shown. */
  readonly nameColumn?: string | undefined;
  /** The view that it opens with, where nothing else says what it shows. */
  readonly opens?: ListView | undefined;
}

/** What a list shows, as a reload of the page brings it back. */
interface KeptList {
  /** The query it was opened with: another one starts it again. */
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

/** What narrows a list. */
type Narrowing = Omit<KeptList, 'address' | 'page' | 'viewed'>;

/** What a list starts with: `own` by itself, `all` with what its address or the page around it says. */
function useStarting(table: Table, own: FilterValues | undefined) {
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
        sieve: readable(table, sieveOf(given), hiddenAmounts),
      }),
      by: (view: ListView): Narrowing => {
        const began = startedBy(NOWHERE);
        return {
          applied: filtersIn(table, view, began, hiddenAmounts),
          began,
          sieve: readable(table, view, hiddenAmounts),
        };
      },
      // As far as the one who looks may ask for it.
      sieve: (asked: Sieve): Sieve => readable(table, asked, hiddenAmounts),
      viewed: (view: ListView): Viewed => ({
        ...choiceIn(view, sortIn(table, view, hiddenAmounts)),
        ...(view.chart === undefined ? {} : { chart: view.chart }),
        lacks: readableView(table, view, hiddenAmounts).lacks,
      }),
    };
  }, [table, given, own, timeZone, hiddenAmounts]);
}

/** The filters and the page of a list: what is typed, what is asked for, and where they start. */
function useFilters<T extends Table>(table: T, options: ListOptions) {
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
      words: { ...wordsOf(start.given), ...chosen },
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

/** The rows of a query, read once every required filter has its value. */
function useRows<T extends Table>(table: T, query: ListQuery, missing: readonly string[]) {
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['list', table.path, table.id, query],
    queryFn: ({ signal }) => readTable(table, query, { signal, quiet: true }),
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

/** A list of which nothing was set. */
const NOTHING_SET: ListChoice = {};
const NONE_LACKING: readonly string[] = [];

/** What a list looks like and what sets it: as the user set it, which is remembered, or as the view that is shown says. */
function useChoice(table: Table, named: string | undefined, { viewed, setViewed }: Asked) {
  const [own, setOwn] = usePreference<ListChoice>(`list:${table.id}`, NOTHING_SET);
  const phone = usePhone();
  // A window that changes its height turns no page.
  const [filling] = useState(() =>
    typeof window === 'undefined' ? DEFAULT_PAGE_SIZE : rowsFilling(window.innerHeight),
  );
  const ownPageSize = table.pageSize ?? (phone ? DEFAULT_PAGE_SIZE : filling);
  return useMemo(() => {
    const choice = { ...own, ...viewed };
    const nameColumn =
      named ??
      table.nameColumn ??
      arranged(table, choice.columns ?? {}).find(({ visible }) => visible)?.name ??
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

/** What of a list's choice a view says. */
const choiceIn = ({ pageSize, columns }: ListView, sort: Sort | null): ListChoice => ({
  sort,
  ...(pageSize === undefined ? {} : { pageSize }),
  ...(columns === undefined ? {} : { columns }),
});

/** The part of a query that says what is searched for. */
const searched = (search: string | undefined) => (search === undefined ? {} : { search });

type Asked = ReturnType<typeof useFilters>;
type Chosen = ReturnType<typeof useChoice>;

/** What a list asks the server for. */
function askedOf(
  table: Table,
  options: ListOptions,
  { applied, sieve, page }: Asked,
  chosen: Chosen,
) {
  const { sort, pageSize } = chosen;
  const fixed = { ...table.fixed, ...options.fixed };
  const search = searchText(applied, fixed);
  const sifted = sieveQuery(table, sieve);
  const used = () => [...shownColumns(table, chosen.columns), sort?.column, applied['measure']];
  const query: ListQuery = {
    ...(table.asksShown === true ? { field: fieldsAsked(table, used()) } : {}),
    ...searched(search),
    ...sifted,
    ...(sort === null ? {} : { column: sort.column, order: sort.order }),
    currentPage: page,
    pageSize: totalsAreARow(pageSize) ? pageSize - 1 : pageSize,
  };
  return { fixed, search, sifted, query, missing: missingFilters(table, { ...applied, ...fixed }) };
}

type Question = ReturnType<typeof askedOf>;

/** What the filters of a list say, and what sets them. */
function filtersOf(table: Table, asked: Asked, question: Question, again: () => void) {
  const { filters, setFilters, applied, apply, begin, start, words, setWord } = asked;
  const { fixed, search, sifted } = question;
  const anyDay = undated(table, applied);
  const anyDayText = searchText(anyDay, fixed);
  const first = start.all();
  const optional = (values: FilterValues) => searchText(withoutRequired(table, values));
  return {
    filters,
    applied,
    began: asked.began,
    words,
    setWord,
    narrowed: search !== searchText(first.applied, fixed) || narrows(asked.sieve),
    sifted: searchText(anyDay) !== undefined || narrows(asked.sieve),
    chosen: optional(anyDay) !== optional(undated(table, asked.began)) || narrows(asked.sieve),
    undated:
      anyDayText === search
        ? null
        : { ...searched(anyDayText), ...sifted, currentPage: 1, pageSize: 1 },
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

/** The view that a list is brought to, and what brings it there and away. */
function viewSetters(
  { viewed, setViewed, begin, start }: Asked,
  { sort, pageSize, columns }: Omit<Chosen, 'choose'>,
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

/** What narrows a list besides its filters, and what sets that. */
function sieveSetters({ sieve, apply, start }: Asked) {
  const { conditions, headers = {} } = sieve;
  const sift = (next: Sieve): void => apply({ sieve: start.sieve(next) });
  return {
    conditions,
    headers,
    setConditions: (next: Conditions | undefined) =>
      sift({ headers, ...(next === undefined ? {} : { conditions: next }) }),
    setHeading: (column: string, values: Headings[string]) =>
      sift({ ...sieve, headers: { ...headers, [column]: values } }),
  };
}

/** A list, and whether the rows shown are those of the query before. */
export interface ReadList<T extends Table> {
  /** The same object until something of it changes: what it draws is many. */
  readonly list: ListState<T>;
  readonly stale: boolean;
}

/** Everything a list knows: filters typed and applied, order, page, what the user set, and the rows. */
export function useList<T extends Table>(whole: T, options: ListOptions = {}): ReadList<T> {
  const table = useShownTable(whole);
  const asked = useFilters(table, options);
  const chosen = useChoice(table, options.nameColumn, asked);
  const { fixed } = options;
  const question = useMemo(
    () => askedOf(table, { fixed }, asked, chosen),
    [table, fixed, asked, chosen],
  );
  const { query, missing } = question;
  const { applied } = asked;
  const shown = useMemo(() => asAsked(table, applied), [table, applied]);
  const { rows, stale, refetch } = useRows(table, query, missing);
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
      ...filtersOf(table, asked, question, () => void refetch()),
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
      reload: () => void outdate(['list', table.path]),
    };
  }, [table, shown, query, missing, rows, asked, chosen, question, refetch]);
  return { list, stale };
}
