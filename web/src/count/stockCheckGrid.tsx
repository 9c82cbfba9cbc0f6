import type { CountReply, Page, RowOf } from '@tradehouse/contract';
import { clearCount, countLineTable, enterCount } from '@tradehouse/contract';
import { ClearOutlined } from '@ant-design/icons';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Tag, Tooltip } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { call, readTable } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { notices } from '../app/notices.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { NumberText } from '../control/NumberText.tsx';
import { Explain } from '../list/report/explain.tsx';
import { choiceOf, labelOf } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

export type Line = RowOf<typeof countLineTable>;
type LinePage = Page<Line>;

/** Rows of one request; of 20,000 only those in sight are read and drawn. */
const PAGE = 100;
const ROW = 40;
const CARD = 104;
/** Rows drawn above and below what is in sight. */
const AROUND = 6;

export interface GridProps {
  readonly count: CountReply;
  readonly search: Readonly<Record<string, string>>;
  /** The reader may count. */
  readonly editable: boolean;
  /** The cursor goes into the first line. */
  readonly entersFirst?: boolean;
  readonly onCounted: () => void;
}

const label = (name: string): string => labelOf(countLineTable, name);

/** Every query of a count's lines. */
export const linesKey = (id: string): readonly unknown[] => ['countLines', id];

/** The queries of its lines in the pass that runs: another pass has other shares, and must not be taken for it. */
const passKey = ({ id, state }: CountReply): readonly unknown[] => [...linesKey(id), state];

const pageOf = ({ count, search }: GridProps, page: number) => ({
  queryKey: [...passKey(count), search, page],
  queryFn: () =>
    readTable(countLineTable, {
      search: JSON.stringify({ sheetId: count.id, ...search }),
      currentPage: page + 1,
      pageSize: PAGE,
    }),
  placeholderData: keepPreviousData<LinePage>,
});

/** The lines at these places, where they are read, by their place: each page that has one of them is. */
function useLines(props: GridProps, places: readonly number[]): ReadonlyMap<number, Line> {
  const pages = [...new Set(places.map((at) => Math.floor(at / PAGE)))];
  const results = useQueries({ queries: pages.map((page) => pageOf(props, page)) });
  return new Map(
    results.flatMap(({ data }, at) =>
      (data?.rows ?? []).map((row, index) => [(pages[at] ?? 0) * PAGE + index, row] as const),
    ),
  );
}

/** Puts the cursor into a line's quantity; false where the line is not drawn. */
function enter(box: HTMLElement | null, at: number): boolean {
  const input = box?.querySelector<HTMLInputElement>(`[data-at="${at}"] input`) ?? null;
  input?.focus({ preventScroll: true });
  input?.select();
  return input !== null;
}

/** The lines of a count as a sheet that scrolls: rows are read by the page as they come into sight. */
export function StockCheckGrid(props: GridProps): ReactNode {
  const { count } = props;
  const phone = usePhone();
  const height = phone ? CARD : ROW;
  const titles = phone ? 0 : ROW;
  const box = useRef<HTMLDivElement>(null);
  /** Where the cursor is to stand once the line is drawn. */
  const wanted = useRef<number | null>(props.entersFirst === true ? 0 : null);
  const { data: first, isPending } = useQuery(pageOf(props, 0));
  const total = first?.total ?? 0;
  // oxlint-disable-next-line react/incompatible-library -- rows are few, and drawn again when they scroll
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: AROUND,
    // The titles stand above the rows and stay in sight; the next row is seen before it is wanted.
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
    if (wanted.current !== null && enter(box.current, wanted.current)) wanted.current = null;
  });
  const goTo = (at: number): void => {
    if (at < 0 || at >= total) return;
    // At once, where the row is drawn: the next key must not fall into the line before.
    wanted.current = enter(box.current, at) ? null : at;
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
      {phone ? null : <Head count={count} />}
      {!isPending && total === 0 ? <p className="none">{t('count.empty')}</p> : null}
      <div className="count-rows" style={{ height: virtual.getTotalSize() }} role="rowgroup">
        {drawn.map(({ index, start }) => {
          const line = lines.get(index);
          return (
            <Row key={line?.id ?? `at${index}`} at={index} top={start - titles} height={height}>
              {line === undefined ? null : (
                <Cells {...props} line={line} phone={phone} onNext={(by) => goTo(index + by)} />
              )}
            </Row>
          );
        })}
      </div>
      {hasWorth(count) && total > 0 ? (
        <Worth count={count} phone={phone} sum={first?.totals['differenceValue'] ?? null} />
      ) : null}
    </div>
  );
}

/** The sum of what differences are worth, over all lines that are shown. */
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
        {label('differenceValue')} {figure}
      </p>
    );
  return (
    <div className="count-row count-foot" role="row">
      {columns(count).map((name) => (
        <span key={name} role="gridcell" className={`count-cell ${name}`}>
          {name === 'barcode' ? t('list.total') : null}
          {name === 'differenceValue' ? figure : null}
        </span>
      ))}
      <span className="count-cell acts" aria-hidden />
    </div>
  );
}

interface RowProps {
  /** The line's place, counted from none. */
  readonly at: number;
  /** Pixels below the titles. */
  readonly top: number;
  readonly height: number;
  readonly children: ReactNode;
}

const Row = ({ at, top, height, children }: RowProps) => (
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

const columns = (count: CountReply): readonly string[] => [
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

/** Once the first pass is over, differences are told with what they are worth. */
const hasWorth = ({ open, state }: CountReply): boolean => open && state !== 'counting';

const Head = ({ count }: { readonly count: CountReply }) => (
  <div className="count-row count-head" role="row">
    {columns(count).map((name) => (
      <span key={name} role="columnheader" className={`count-cell ${name}`}>
        {label(name)}
      </span>
    ))}
    <span role="columnheader" className="count-cell acts" aria-label={t('act.actions')} />
  </div>
);

interface CellsProps extends GridProps {
  readonly line: Line;
  readonly phone: boolean;
  readonly onNext: (by: number) => void;
}

/** What each column shows of a line. */
const shown: Readonly<Record<string, (props: CellsProps) => ReactNode>> = {
  barcode: ({ line }) => line.barcode,
  name: ({ line }) => <span title={nameOf(line)}>{nameOf(line)}</span>,
  shelfPosition: ({ line }) => line.shelfPosition,
  lot: ({ line }) => line.lot,
  stockType: ({ line }) => choiceOf('stockType', line.stockType ?? ''),
  unit: ({ line }) => line.unit,
  /** On a phone: how two lines of one product differ, and where it lies. */
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

const nameOf = ({ name, standard, attributes }: Line): string =>
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
      {(phone ? onPhone : columns(count)).map((column) => (
        <span key={column} role="gridcell" className={`count-cell ${column}`}>
          {shown[column]?.(props)}
        </span>
      ))}
      <span role="gridcell" className="count-cell acts">
        {line.moved === true ? (
          <Tooltip title={t('count.movedHint')}>
            <Tag color="warning">{label('moved')}</Tag>
          </Tooltip>
        ) : null}
        {editable && wasCounted ? <Clear count={count} line={line} onCounted={onCounted} /> : null}
      </span>
    </>
  );
}

type OneProps = Pick<CellsProps, 'count' | 'line' | 'onCounted'>;

/** Takes back everybody's shares of a line. */
function Clear({ count, line, onCounted }: OneProps): ReactNode {
  const client = useQueryClient();
  return (
    <Tooltip title={t('count.recountOne')}>
      <Button
        size="small"
        type="text"
        icon={<ClearOutlined />}
        aria-label={t('count.recountOne')}
        onClick={() => {
          void call(clearCount, { id: count.id, lineIds: [line.id ?? ''] })
            .then(() => client.invalidateQueries({ queryKey: linesKey(count.id) }))
            .then(onCounted)
            .catch(() => undefined);
        }}
      />
    </Tooltip>
  );
}

interface MineProps extends OneProps {
  readonly editable: boolean;
  readonly onNext: (by: number) => void;
}

/** Where Enter and the arrows go from a line. */
const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** The reader's own share as it is typed, and what saves it. */
function useShare({ count, line, onCounted }: OneProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  // What is on its way: leaving the cell after Enter does not send it again.
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
      const { lines } = await call(enterCount, { id: count.id, entries }, { quiet: true });
      setWrong(false);
      patch(lines[0]?.mine ?? null, lines[0]?.counted ?? null);
      setTyped((now) => (now === typed ? null : now));
      onCounted();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setWrong(true);
      notices().message.warning(error.message);
    } finally {
      sent.current = null;
    }
  };
  return { text: typed ?? line.mine ?? '', setTyped, wrong, save };
}

/** The reader's own share; where it can't be typed, why not. */
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

/** Where it is typed: Enter and the arrows go on to the next line. */
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
