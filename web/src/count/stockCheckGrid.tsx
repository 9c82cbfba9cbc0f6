import type { CountReply, Page, RowOf } from '@tradehouse/contract';
import { clearCount, countLineTable, enterCount } from '@tradehouse/contract';
import { ClearOutlined } from '@ant-design/icons';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Tag, Tooltip } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { callEndpoint, readTablePage } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { getNotices } from '../app/notices.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { NumberText } from '../control/NumberText.tsx';
import { Explain } from '../list/report/explain.tsx';
import { choiceOf, labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

export type CountLineRow = RowOf<typeof countLineTable>;
type LinePage = Page<CountLineRow>;

/** Rows per request; of 20,000 rows only visible rows load. */
const PAGE = 100;
const ROW = 40;
const CARD = 104;
/** Rows drawn above and below the visible range. */
const AROUND = 6;

export interface StockCheckGridProps {
  readonly count: CountReply;
  readonly search: Readonly<Record<string, string>>;
  /** The reader may count. */
  readonly editable: boolean;
  /** The cursor goes into the first line. */
  readonly entersFirst?: boolean;
  readonly onCounted: () => void;
}

const labelOfCountLine = (name: string): string => labelOfColumn(countLineTable, name);

/** Every query of a count's lines. */
export const linesKey = (id: string): readonly unknown[] => ['countLines', id];

/** Query key of the current pass's lines: another pass has other shares. */
const passKey = ({ id, state }: CountReply): readonly unknown[] => [...linesKey(id), state];

const toCountLinePageQuery = ({ count, search }: StockCheckGridProps, page: number) => ({
  queryKey: [...passKey(count), search, page],
  queryFn: () =>
    readTablePage(countLineTable, {
      search: JSON.stringify({ sheetId: count.id, ...search }),
      currentPage: page + 1,
      pageSize: PAGE,
    }),
  placeholderData: keepPreviousData<LinePage>,
});

/** Reads lines at these positions, page by page; returns loaded lines by position. */
function useLines(
  props: StockCheckGridProps,
  places: readonly number[],
): ReadonlyMap<number, CountLineRow> {
  const pages = [...new Set(places.map((at) => Math.floor(at / PAGE)))];
  const results = useQueries({ queries: pages.map((page) => toCountLinePageQuery(props, page)) });
  return new Map(
    results.flatMap(({ data }, at) =>
      (data?.rows ?? []).map((row, index) => [(pages[at] ?? 0) * PAGE + index, row] as const),
    ),
  );
}

/** Puts the cursor into a line's quantity; false where the line is not drawn. */
function focusCountedQuantity(box: HTMLElement | null, at: number): boolean {
  const input = box?.querySelector<HTMLInputElement>(`[data-at="${at}"] input`) ?? null;
  input?.focus({ preventScroll: true });
  input?.select();
  return input !== null;
}

/** Shows count lines as a scrolling sheet: pages of rows load when visible. */
export function StockCheckGrid(props: StockCheckGridProps): ReactNode {
  const { count } = props;
  const phone = usePhone();
  const height = phone ? CARD : ROW;
  const titles = phone ? 0 : ROW;
  const box = useRef<HTMLDivElement>(null);
  /** Where the cursor is to stand once the line is drawn. */
  const wanted = useRef<number | null>(props.entersFirst === true ? 0 : null);
  const { data: first, isPending } = useQuery(toCountLinePageQuery(props, 0));
  const total = first?.total ?? 0;
  // oxlint-disable-next-line react/incompatible-library -- rows are few, and drawn again when they scroll
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: AROUND,
    // Titles stay visible above the rows; the next row is rendered before needed.
    scrollMargin: titles,
    scrollPaddingStart: titles + height,
    scrollPaddingEnd: height,
  });
  const drawn = virtual.getVirtualItems();
  const lines = useLines(
    props,
    drawn.map(({ index }) => index),
  );
  useLayoutEffect(() => {
    if (wanted.current !== null && focusCountedQuantity(box.current, wanted.current))
      wanted.current = null;
  });
  const goTo = (at: number): void => {
    if (at < 0 || at >= total) return;
    // At once, where the row is drawn: the next key must not fall into the line before.
    wanted.current = focusCountedQuantity(box.current, at) ? null : at;
    virtual.scrollToIndex(at, { align: 'auto' });
  };
  return (
    <div
      className={phone ? 'count-grid phone' : 'count-grid'}
      ref={box}
      role="grid"
      aria-label={t('count.title', { number: count.number })}
      aria-rowcount={total + 1}
    >
      {phone ? null : <CountGridHead count={count} />}
      {!isPending && total === 0 ? <p className="none">{t('count.empty')}</p> : null}
      <div className="count-rows" style={{ height: virtual.getTotalSize() }} role="rowgroup">
        {drawn.map(({ index, start }) => {
          const line = lines.get(index);
          return (
            <CountGridRow
              key={line?.id ?? `at${index}`}
              at={index}
              top={start - titles}
              height={height}
            >
              {line === undefined ? null : (
                <Cells {...props} line={line} phone={phone} onNext={(by) => goTo(index + by)} />
              )}
            </CountGridRow>
          );
        })}
      </div>
      {hasWorth(count) && total > 0 ? (
        <Worth count={count} phone={phone} sum={first?.totals['differenceValue'] ?? null} />
      ) : null}
    </div>
  );
}

/** Shows the total value of differences over all lines shown. */
function Worth({
  count,
  phone,
  sum,
}: {
  readonly count: CountReply;
  readonly phone: boolean;
  readonly sum: string | null;
}): ReactNode {
  const figure = <NumberText value={sum} as="money" signed />;
  if (phone)
    return (
      <p className="count-foot">
        {labelOfCountLine('differenceValue')} {figure}
      </p>
    );
  return (
    <div className="count-row count-foot" role="row">
      {columnsOfCountGrid(count).map((name) => (
        <span key={name} role="gridcell" className={`count-cell ${name}`}>
          {name === 'barcode' ? t('list.total') : null}
          {name === 'differenceValue' ? figure : null}
        </span>
      ))}
      <span className="count-cell acts" aria-hidden />
    </div>
  );
}

interface CountGridRowProps {
  /** The line's place, counted from none. */
  readonly at: number;
  /** Pixels below the titles. */
  readonly top: number;
  readonly height: number;
  readonly children: ReactNode;
}

const CountGridRow = ({ at, top, height, children }: CountGridRowProps) => (
  <div
    className="count-row"
    role="row"
    aria-rowindex={at + 2}
    data-at={at}
    style={{ transform: `translateY(${top}px)`, height }}
  >
    {children}
  </div>
);

const columnsOfCountGrid = (count: CountReply): readonly string[] => [
  'barcode',
  'name',
  'shelfPosition',
  'lot',
  'stockType',
  'unit',
  ...(count.open ? ['book'] : []),
  'counted',
  ...(count.state === 'counting' ? [] : ['again']),
  ...(count.state === 'posted' ? [] : ['mine']),
  ...(count.open ? ['difference'] : []),
  ...(hasWorth(count) ? ['differenceValue'] : []),
];

/** Differences show their value once the first pass is over. */
const hasWorth = ({ open, state }: CountReply): boolean => open && state !== 'counting';

const CountGridHead = ({ count }: { readonly count: CountReply }) => (
  <div className="count-row count-head" role="row">
    {columnsOfCountGrid(count).map((name) => (
      <span key={name} role="columnheader" className={`count-cell ${name}`}>
        {labelOfCountLine(name)}
      </span>
    ))}
    <span role="columnheader" className="count-cell acts" aria-label={t('act.actions')} />
  </div>
);

interface CellsProps extends StockCheckGridProps {
  readonly line: CountLineRow;
  readonly phone: boolean;
  readonly onNext: (by: number) => void;
}

/** Content of each column. */
const shown: Readonly<Record<string, (props: CellsProps) => ReactNode>> = {
  barcode: ({ line: { barcode } }) => <span title={barcode ?? ''}>{barcode}</span>,
  name: ({ line }) => <span title={nameOfCountLine(line)}>{nameOfCountLine(line)}</span>,
  shelfPosition: ({ line }) => line.shelfPosition,
  lot: ({ line }) => line.lot,
  stockType: ({ line }) => choiceOf('stockType', line.stockType ?? ''),
  unit: ({ line }) => line.unit,
  /** On a phone: distinguishes two lines of one product, and shows the shelf. */
  which: ({ line: { stockType, lot, shelfPosition } }) =>
    [choiceOf('stockType', stockType ?? ''), lot, shelfPosition].filter((text) => text).join(' · '),
  book: ({ line, count }) => (
    <Explain
      productId={line.productId ?? ''}
      name={line.name ?? ''}
      about="stock"
      warehouses={[count.warehouseId]}
    >
      <NumberText value={line.againBook ?? line.book} />
    </Explain>
  ),
  counted: ({ line }) => <NumberText value={line.counted} />,
  again: ({ line }) => <NumberText value={line.again} />,
  difference: ({ line }) => <NumberText value={line.difference} signed />,
  differenceValue: ({ line }) => <NumberText value={line.differenceValue} as="money" signed />,
  mine: (props) => <Mine {...props} />,
};

const nameOfCountLine = ({ name, standard, attributes }: CountLineRow): string =>
  [name, standard, attributes].filter((text) => text).join(' ');

function Cells(props: CellsProps): ReactNode {
  const { count, editable, line, phone, onCounted } = props;
  const wasCounted = count.state === 'counting' ? line.counted !== null : line.again !== null;
  const onPhone = [
    'name',
    'barcode',
    'which',
    ...(count.open ? ['difference'] : []),
    'counted',
    'mine',
  ];
  return (
    <>
      {(phone ? onPhone : columnsOfCountGrid(count)).map((column) => (
        <span key={column} role="gridcell" className={`count-cell ${column}`}>
          {shown[column]?.(props)}
        </span>
      ))}
      <span role="gridcell" className="count-cell acts">
        {line.moved === true ? (
          <Tooltip title={t('count.movedHint')}>
            <Tag color="warning">{labelOfCountLine('moved')}</Tag>
          </Tooltip>
        ) : null}
        {editable && wasCounted ? <Clear count={count} line={line} onCounted={onCounted} /> : null}
      </span>
    </>
  );
}

type CountLineActionProps = Pick<CellsProps, 'count' | 'line' | 'onCounted'>;

/** Takes back everybody's shares of a line. */
function Clear({ count, line, onCounted }: CountLineActionProps): ReactNode {
  const client = useQueryClient();
  return (
    <Tooltip title={t('count.recountOne')}>
      <Button
        size="small"
        type="text"
        icon={<ClearOutlined />}
        aria-label={t('count.recountOne')}
        onClick={() => {
          void callEndpoint(clearCount, { id: count.id, lineIds: [line.id ?? ''] })
            .then(() => client.invalidateQueries({ queryKey: linesKey(count.id) }))
            .then(onCounted)
            .catch(() => undefined);
        }}
      />
    </Tooltip>
  );
}

interface MineProps extends CountLineActionProps {
  readonly editable: boolean;
  readonly onNext: (by: number) => void;
}

/** Where Enter and the arrows go from a line. */
const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** Holds the typed share of the current user and saves the share. */
function useShare({ count, line, onCounted }: CountLineActionProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  // Value being sent: leaving the cell after Enter does not send again.
  const sent = useRef<string | null>(null);
  const patch = (mine: string | null, counted: string | null): void => {
    const which = count.state === 'counting' ? 'counted' : 'again';
    client.setQueriesData<LinePage>({ queryKey: passKey(count) }, (page) =>
      page === undefined
        ? page
        : {
            ...page,
            rows: page.rows.map((row) =>
              row.id === line.id ? { ...row, mine, [which]: counted } : row,
            ),
          },
    );
  };
  const save = async (): Promise<void> => {
    if (typed === null || typed === sent.current) return;
    if (typed === (line.mine ?? '')) return setTyped(null);
    sent.current = typed;
    const quantity = typed.trim() === '' ? null : typed.normalize('NFKC').trim();
    try {
      const entries = [{ lineId: line.id ?? '', quantity }];
      const { lines } = await callEndpoint(enterCount, { id: count.id, entries }, { quiet: true });
      setWrong(false);
      patch(lines[0]?.mine ?? null, lines[0]?.counted ?? null);
      setTyped((now) => (now === typed ? null : now));
      onCounted();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setWrong(true);
      getNotices().message.warning(error.message);
    } finally {
      sent.current = null;
    }
  };
  return { text: typed ?? line.mine ?? '', setTyped, wrong, save };
}

/** Shows the current user's share, or why editing is blocked. */
function Mine(props: MineProps): ReactNode {
  const { editable, line } = props;
  if (editable && line.serialManaged !== true) return <MineInput {...props} />;
  return (
    <Tooltip title={editable ? t('count.serialHint') : null}>
      <span>
        <NumberText value={line.mine} />
      </span>
    </Tooltip>
  );
}

/** Input for the share: Enter and arrow keys move to the next line. */
function MineInput(props: MineProps): ReactNode {
  const { line, onNext } = props;
  const { text, setTyped, wrong, save } = useShare(props);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = STEPS[event.key];
    if (event.key === 'Escape') setTyped(null);
    if (by === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
    onNext(by);
  };
  return (
    <input
      className={wrong ? 'count-input wrong' : 'count-input'}
      aria-label={t('count.mineOf', { name: `${line.barcode ?? ''} ${line.lot ?? ''}`.trim() })}
      aria-invalid={wrong}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
    />
  );
}
