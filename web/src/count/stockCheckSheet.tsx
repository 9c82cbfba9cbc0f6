import { DownloadOutlined, PrinterOutlined, ReloadOutlined } from '@ant-design/icons';
import type { CountReply, ListQuery } from '@tradehouse/contract';
import {
  approveCount,
  countInfo,
  countLineTable,
  countPage,
  countRest,
  countShows,
  finishCount,
  recountPage,
  reopenCount,
  reverseCount,
} from '@tradehouse/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Progress, Segmented, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { callEndpoint, downloadFile, saveFile } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { toFileNameStamp } from '../list/exportRows.ts';
import { PrintedTable } from '../list/PrintedTable.tsx';
import { Failed, RowsSkeleton } from '../record/states.tsx';
import { t } from '../phrase/index.ts';
import { CountState } from './stockCheckActs.tsx';
import { StockCheckGrid, linesKey } from './stockCheckGrid.tsx';
import { StockCheckScan } from './stockCheckScan.tsx';
import './stockCheck.css';

type CountLineFilter = (typeof countShows)[number];

/** Shows one count: scanner, sheet, and the actions of its state. */
export function StockCheckSheet({ at }: { readonly at: string }): ReactNode {
  // Counts are addressed by `c` and id; the ledger links to the posted document.
  const asked = at.startsWith('c') ? { id: at.slice(1) } : { documentId: at };
  const { setTitle } = useTabActions();
  const { data, error, refetch } = useQuery({
    queryKey: ['count', at],
    queryFn: () => callEndpoint(countInfo, asked, { quiet: true }),
    retry: false,
  });
  const number = data?.number ?? null;
  useEffect(() => setTitle(number), [setTitle, number]);
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <RowsSkeleton />;
  return <Sheet count={data} onChanged={() => refetch()} />;
}

interface CountSheetProps {
  readonly count: CountReply;
  readonly onChanged: () => Promise<unknown>;
}

/** Scanned lot-managed goods: only their lines show, with the cursor in the first. */
interface LotScan {
  readonly barcode: string;
  /** Pass of the scan. */
  readonly state: CountReply['state'];
}

type CountLineSearch = Readonly<Record<string, string>>;

/** Lines shown initially: after posting, only booked lines. */
const firstShown = (state: string): CountLineFilter =>
  state === 'counting' ? 'all' : state === 'posted' ? 'differing' : 'recount';

function Sheet({ count, onChanged }: CountSheetProps): ReactNode {
  const may = useMay();
  const client = useQueryClient();
  const [show, setShow] = useState<CountLineFilter>(firstShown(count.state));
  const [keyword, setKeyword] = useState('');
  const [typed, setTyped] = useState('');
  const [lotScan, setLotScan] = useState<LotScan | null>(null);
  // Another pass starts without the lot filter.
  const scanned = lotScan?.state === count.state ? lotScan : null;
  const editable = count.state !== 'posted' && (may(countPage, '1') || may(recountPage, '1'));
  const wanted = scanned?.barcode ?? keyword.trim();
  const search = {
    show: scanned === null ? show : 'all',
    ...(wanted === '' ? {} : { keyword: wanted }),
  };
  const choose = (next: CountLineFilter): void => {
    setLotScan(null);
    setShow(next);
  };
  const changed = (): Promise<unknown> =>
    Promise.all([client.invalidateQueries({ queryKey: linesKey(count.id) }), onChanged()]);
  return (
    <div className="count-sheet">
      <header className="count-bar">
        <h1>
          {count.number} <small>{count.warehouseName}</small> <CountState state={count.state} />{' '}
          <small>{count.remark}</small>
        </h1>
        <Counted count={count} onShow={() => choose('differing')} />
        <CountSheetActions count={count} onChanged={changed} />
      </header>
      <div className="count-tools">
        {editable ? (
          <StockCheckScan
            id={count.id}
            onCounted={() => void changed()}
            onScan={() => setLotScan(null)}
            onWhichLot={(barcode) => setLotScan({ barcode, state: count.state })}
          >
            {scanned === null ? null : (
              <Tag closable color="processing" onClose={() => setLotScan(null)}>
                {t('count.lotsOf', { barcode: scanned.barcode })}
              </Tag>
            )}
          </StockCheckScan>
        ) : null}
        <Segmented<CountLineFilter>
          aria-label={t('count.shows')}
          value={search.show}
          options={countShows
            .filter((one) => count.open || (one !== 'differing' && one !== 'recount'))
            .map((value) => ({ value, label: t(`count.show.${value}`) }))}
          onChange={choose}
        />
        <Input.Search
          aria-label={t('count.filter')}
          placeholder={t('count.filter')}
          allowClear
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onSearch={(text) => {
            setLotScan(null);
            setKeyword(text);
          }}
        />
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('count.reload')}
          onClick={changed}
        />
        <Printing count={count} search={search} />
        {may(countPage, '3') ? <Exporting count={count} search={search} /> : null}
      </div>
      <StockCheckGrid
        key={JSON.stringify([count.state, search])}
        count={count}
        search={search}
        editable={editable}
        entersFirst={scanned !== null}
        onCounted={onChanged}
      />
    </div>
  );
}

interface CountSheetLinesProps {
  readonly count: CountReply;
  readonly search: CountLineSearch;
}

function Printing({ count, search }: CountSheetLinesProps): ReactNode {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button
        icon={<PrinterOutlined aria-hidden />}
        aria-label={t('act.print')}
        title={t('act.print')}
        onClick={() => setPrinting(true)}
      />
      {printing ? (
        <PrintedTable
          list={{
            table: countLineTable,
            query: toCountPrintQuery(count, search),
            columns: { hidden: offPaper(count) },
          }}
          title={`${t('count.title', { number: count.number })} ${count.warehouseName}`}
          onDone={() => setPrinting(false)}
        />
      ) : null}
    </>
  );
}

/** Exports the lines shown as a workbook. */
const Exporting = ({ count, search }: CountSheetLinesProps): ReactNode => (
  <Button
    icon={<DownloadOutlined aria-hidden />}
    onClick={() =>
      void downloadFile(countLineTable.exportPath, {
        search: JSON.stringify({ sheetId: count.id, ...search }),
      }).then(
        (file) => saveFile(file, `${count.number}_${toFileNameStamp(new Date())}.xlsx`),
        () => undefined,
      )
    }
  >
    {t('act.export')}
  </Button>
);

/** Sorted by the walking order past the shelves. */
const toCountPrintQuery = ({ id }: CountReply, search: CountLineSearch): ListQuery => ({
  search: JSON.stringify({ sheetId: id, ...search }),
  column: 'shelfPosition',
  order: 'asc',
});

/**
 * Columns omitted on paper: the user's share, data not yet available, and book quantities in a blind count.
 */
const offPaper = ({ open, state }: CountReply): readonly string[] => [
  'mine',
  'moved',
  ...(open ? [] : ['book', 'difference']),
  ...(open && state !== 'counting' ? [] : ['againBook', 'differenceValue']),
  ...(state === 'counting' ? ['again'] : []),
];

/** Shows the progress of the current pass. */
function Counted({
  count,
  onShow,
}: {
  readonly count: CountReply;
  /** Shows the booked lines. */
  readonly onShow: () => void;
}): ReactNode {
  const { state, lines, countedLines, recountLines, documentNumber } = count;
  if (state === 'posted')
    return (
      <span className="count-progress">
        {t('count.posted')}:{' '}
        {documentNumber === '' ? (
          t('count.nothingPosted')
        ) : (
          <Button type="link" size="small" onClick={onShow}>
            {documentNumber}
          </Button>
        )}
      </span>
    );
  const first = state === 'counting';
  const all = first ? lines : recountLines;
  return (
    <span className="count-progress">
      {t(first ? 'count.progress' : 'count.again', { counted: countedLines, lines: all })}
      <Progress
        percent={all === 0 ? 100 : Math.floor((countedLines / all) * 100)}
        size="small"
        showInfo={false}
        aria-hidden
      />
    </span>
  );
}

type ConfirmCountAction = (question: string, work: () => Promise<unknown>) => void;

/** Asks, runs the confirmed action, and refreshes count and lists; blocks input while the pass changes. */
const buildCountConfirm =
  (onChanged: CountSheetProps['onChanged']): ConfirmCountAction =>
  (question, work) =>
    void getNotices().modal.confirm({
      title: question,
      onOk: async () => {
        await work().then(onChanged, () => undefined);
        void invalidateQueryKeys(['list']);
      },
    });

interface StateActsProps {
  readonly count: CountReply;
  readonly asking: ConfirmCountAction;
}

function CountingActs({ count: { id, lines, countedLines }, asking }: StateActsProps): ReactNode {
  const left = Math.max(0, lines - countedLines);
  return (
    <>
      {left > 0 ? (
        <Button
          onClick={() =>
            asking(t('count.restAsk', { left }), () => callEndpoint(countRest, { id }))
          }
        >
          {t('count.rest')}
        </Button>
      ) : null}
      <Button
        type="primary"
        onClick={() =>
          asking(left === 0 ? t('count.finishWhole') : t('count.finishAsk', { left }), () =>
            callEndpoint(finishCount, { id }),
          )
        }
      >
        {t('count.finish')}
      </Button>
    </>
  );
}

const Approve = ({ count: { id, number }, asking }: StateActsProps): ReactNode => (
  <Button
    type="primary"
    onClick={() =>
      asking(t('count.approveAsk', { number }), () => callEndpoint(approveCount, { ids: id }))
    }
  >
    {t('count.approve')}
  </Button>
);

const Reverse = ({ count: { id, number }, asking }: StateActsProps): ReactNode => (
  <Button
    onClick={() =>
      asking(t('count.reverseAsk', { number }), () => callEndpoint(reverseCount, { ids: id }))
    }
  >
    {t('count.reverse')}
  </Button>
);

function CountSheetActions({ count, onChanged }: CountSheetProps): ReactNode {
  const may = useMay();
  const { id, state } = count;
  const asking = buildCountConfirm(onChanged);
  const mayCount = may(countPage, '1');
  return (
    <span className="count-acts">
      {state === 'counting' && mayCount ? <CountingActs count={count} asking={asking} /> : null}
      {state === 'recounting' && mayCount ? (
        <Button
          onClick={() => void callEndpoint(reopenCount, { id }).then(onChanged, () => undefined)}
        >
          {t('count.reopen')}
        </Button>
      ) : null}
      {state === 'recounting' && may(recountPage, '2') ? (
        <Approve count={count} asking={asking} />
      ) : null}
      {state === 'posted' && may(recountPage, '7') ? (
        <Reverse count={count} asking={asking} />
      ) : null}
    </span>
  );
}
