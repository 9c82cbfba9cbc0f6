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
import { Button, Input, Progress, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { call, download, saveFile } from '../app/net/client.ts';
import { notices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { outdate } from '../app/net/query.ts';
import { useTabs } from '../app/tabs/tabs.ts';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { stamp } from '../list/exportRows.ts';
import { PrintedTable } from '../list/PrintedTable.tsx';
import { Failed, RowsSkeleton } from '../record/states.tsx';
import { t } from '../phrase/index.ts';
import { CountState } from './stockCheckActs.tsx';
import { StockCheckGrid, linesKey } from './stockCheckGrid.tsx';
import { StockCheckScan } from './stockCheckScan.tsx';
import './stockCheck.css';

type Show = (typeof countShows)[number];

/** One count: its sheet with the scanner above it, and what can be done with it in its state. */
export function StockCheckSheet({ at }: { readonly at: string }): ReactNode {
  // A count stands at `c` and its id; the ledger links to the document that it posted.
  const asked = at.startsWith('c') ? { id: at.slice(1) } : { documentId: at };
  const { setTitle } = useTabs();
  const { data, error, refetch } = useQuery({
    queryKey: ['count', at],
    queryFn: () => call(countInfo, asked, { quiet: true }),
    retry: false,
  });
  const number = data?.number ?? null;
  useEffect(() => setTitle(number), [setTitle, number]);
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <RowsSkeleton />;
  return <Sheet count={data} onChanged={() => refetch()} />;
}

interface SheetProps {
  readonly count: CountReply;
  readonly onChanged: () => Promise<unknown>;
}

type Search = Readonly<Record<string, string>>;

function Sheet({ count, onChanged }: SheetProps): ReactNode {
  const may = useMay();
  const client = useQueryClient();
  const [show, setShow] = useState<Show>(count.state === 'counting' ? 'all' : 'recount');
  const [keyword, setKeyword] = useState('');
  const [typed, setTyped] = useState('');
  /** Scans of goods kept by lots, whose lines are shown: the cursor goes into the first. Null: no such scan. */
  const [lotScans, setLotScans] = useState<number | null>(null);
  const narrow = (text: string, scanned = false): void => {
    setTyped(text);
    setKeyword(text);
    setLotScans((before) => (scanned ? (before ?? 0) + 1 : null));
  };
  const editable = count.state !== 'posted' && (may(countPage, '1') || may(recountPage, '1'));
  const search = { show, ...(keyword.trim() === '' ? {} : { keyword: keyword.trim() }) };
  const changed = (): Promise<unknown> =>
    Promise.all([client.invalidateQueries({ queryKey: linesKey(count.id) }), onChanged()]);
  return (
    <div className="count-sheet">
      <header className="count-bar">
        <h1>
          {count.number} <small>{count.warehouseName}</small> <CountState state={count.state} />{' '}
          <small>{count.remark}</small>
        </h1>
        <Counted count={count} />
        <Acts count={count} onChanged={changed} />
      </header>
      <div className="count-tools">
        {editable ? (
          <StockCheckScan
            id={count.id}
            onCounted={() => {
              if (lotScans !== null) narrow('');
              void changed();
            }}
            onWhichLot={(barcode) => {
              setShow('all');
              narrow(barcode, true);
            }}
          />
        ) : null}
        <Segmented<Show>
          aria-label={t('count.shows')}
          value={show}
          options={countShows
            .filter((one) => count.open || (one !== 'differing' && one !== 'recount'))
            .map((value) => ({ value, label: t(`count.show.${value}`) }))}
          onChange={setShow}
        />
        <Input.Search
          aria-label={t('count.filter')}
          placeholder={t('count.filter')}
          allowClear
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onSearch={(text) => narrow(text)}
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
        key={JSON.stringify([count.state, search, lotScans])}
        count={count}
        search={search}
        editable={editable}
        entersFirst={lotScans !== null}
        onCounted={onChanged}
      />
    </div>
  );
}

interface LinesProps {
  readonly count: CountReply;
  readonly search: Search;
}

/** The lines that are shown, on paper. */
function Printing({ count, search }: LinesProps): ReactNode {
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
            query: onPaper(count, search),
            columns: { hidden: offPaper(count) },
          }}
          title={`${t('count.title', { number: count.number })} ${count.warehouseName}`}
          onDone={() => setPrinting(false)}
        />
      ) : null}
    </>
  );
}

/** The lines that are shown, as a workbook. */
const Exporting = ({ count, search }: LinesProps): ReactNode => (
  <Button
    icon={<DownloadOutlined aria-hidden />}
    onClick={() =>
      void download(countLineTable.exportPath, {
        search: JSON.stringify({ sheetId: count.id, ...search }),
      }).then(
        (file) => saveFile(file, `${count.number}_${stamp(new Date())}.xlsx`),
        () => undefined,
      )
    }
  >
    {t('act.export')}
  </Button>
);

/** In the order in which one walks past the shelves. */
const onPaper = ({ id }: CountReply, search: Search): ListQuery => ({
  search: JSON.stringify({ sheetId: id, ...search }),
  column: 'shelfPosition',
  order: 'asc',
});

/** What paper goes without: one's own share of it, what is not there yet, and in a blind count what the books say. */
const offPaper = ({ open, state }: CountReply): readonly string[] => [
  'mine',
  'moved',
  ...(open ? [] : ['book', 'difference']),
  ...(open && state !== 'counting' ? [] : ['againBook', 'differenceValue']),
  ...(state === 'counting' ? ['again'] : []),
];

/** How far the pass that runs has got. */
function Counted({ count }: { readonly count: CountReply }): ReactNode {
  const { state, lines, countedLines, recountLines, documentId, documentNumber } = count;
  if (state === 'posted')
    return (
      <span className="count-progress">
        {t('count.posted')}:{' '}
        {documentNumber === '' ? (
          t('count.nothingPosted')
        ) : (
          <DocumentLink kind="stockRecount" id={documentId}>
            {documentNumber}
          </DocumentLink>
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

type Asking = (question: string, work: () => Promise<unknown>) => void;

/** Asks, does what was agreed to, and has the count and the lists read afresh; no one types while the pass changes. */
const askingOf =
  (onChanged: SheetProps['onChanged']): Asking =>
  (question, work) =>
    void notices().modal.confirm({
      title: question,
      onOk: async () => {
        await work().then(onChanged, () => undefined);
        void outdate(['list']);
      },
    });

interface StateActsProps {
  readonly count: CountReply;
  readonly asking: Asking;
}

function CountingActs({ count: { id, lines, countedLines }, asking }: StateActsProps): ReactNode {
  const left = Math.max(0, lines - countedLines);
  return (
    <>
      {left > 0 ? (
        <Button onClick={() => asking(t('count.restAsk', { left }), () => call(countRest, { id }))}>
          {t('count.rest')}
        </Button>
      ) : null}
      <Button
        type="primary"
        onClick={() =>
          asking(left === 0 ? t('count.finishWhole') : t('count.finishAsk', { left }), () =>
            call(finishCount, { id }),
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
    onClick={() => asking(t('count.approveAsk', { number }), () => call(approveCount, { ids: id }))}
  >
    {t('count.approve')}
  </Button>
);

const Reverse = ({ count: { id, number }, asking }: StateActsProps): ReactNode => (
  <Button
    onClick={() => asking(t('count.reverseAsk', { number }), () => call(reverseCount, { ids: id }))}
  >
    {t('count.reverse')}
  </Button>
);

function Acts({ count, onChanged }: SheetProps): ReactNode {
  const may = useMay();
  const { id, state } = count;
  const asking = askingOf(onChanged);
  const mayCount = may(countPage, '1');
  return (
    <span className="count-acts">
      {state === 'counting' && mayCount ? <CountingActs count={count} asking={asking} /> : null}
      {state === 'recounting' && mayCount ? (
        <Button onClick={() => void call(reopenCount, { id }).then(onChanged, () => undefined)}>
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
