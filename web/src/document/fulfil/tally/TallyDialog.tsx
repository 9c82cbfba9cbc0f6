import type { InputOf, ReplyOf } from '@tradehouse/contract';
import {
  MOST_FILES,
  documentTables,
  dropTally,
  finishTally,
  keepTally,
  myWarehouses,
  tallyOf,
} from '@tradehouse/contract';
import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call, newKey } from '../../../app/net/client.ts';
import { notices } from '../../../app/notices.ts';
import { useSettings } from '../../../app/settings/settings.ts';
import { useBusy } from '../../../app/useBusy.ts';
import { timeText } from '../../../control/format.ts';
import { BringingContext, useBringing } from '../../../control/bringing.ts';
import { PaneModal } from '../../../control/PaneModal.tsx';
import { Pictures } from '../../../control/Pictures.tsx';
import { ReadModal } from '../../../control/ReadModal.tsx';
import { WarehouseSelect } from '../../../control/references.tsx';
import { labelOf } from '../../../record/labels.ts';
import { t } from '../../../phrase/index.ts';
import { TimeField } from '../../form/DocumentHead.tsx';
import { goodsOfCode } from '../../scan/goodsOfCode.ts';
import { ScanField } from '../../scan/ScanField.tsx';
import type { Scanned } from '../../scan/ScanField.tsx';
import { TallyLines } from './TallyLines.tsx';
import {
  allArrived,
  quantitiesOf,
  differingOf,
  draftsOf,
  isWrong,
  partsOf,
  scanned,
} from './tallyDraft.ts';
import type { DifferingLine, PartDraft } from './tallyDraft.ts';
import './tally.css';

interface Props {
  /** The purchase order's id. */
  readonly id: string;
  readonly onClose: () => void;
  /** A receipt was made; its id. */
  readonly onFinished: (id: string) => void;
  /** Prints what did not come as it was ordered, as it is typed now. */
  readonly onPrint: (differing: Differing) => void;
}

/** Lines of a tally that differ from their order, and what is known of how the goods came. */
interface Differing extends Pick<Head, 'time' | 'carrier' | 'tracking' | 'remark'> {
  readonly id: string;
  readonly number: string;
  readonly partnerName: string;
  readonly warehouseName: string;
  readonly lines: readonly DifferingLine[];
}

/** What came of a purchase order, sorted into formal, defective and gift; kept as a draft until it becomes a receipt. */
export function TallyDialog(props: Props): ReactNode {
  const { id, onClose } = props;
  const read = () =>
    Promise.all([call(tallyOf, { id }, { quiet: true }), call(myWarehouses, {}, { quiet: true })]);
  return (
    <ReadModal
      title={t('tally.title')}
      width={1200}
      onCancel={onClose}
      queryKey={['tally', id]}
      read={read}
    >
      {([reply, places]) => <TallyForm {...props} reply={reply} places={places} />}
    </ReadModal>
  );
}

type Reply = ReplyOf<typeof tallyOf>;
type Places = ReplyOf<typeof myWarehouses>;
type Head = Omit<InputOf<typeof keepTally>, 'id' | 'version' | 'parts'>;

const headOf = ({ draft, lines }: Reply, places: Places): Head =>
  draft ?? {
    warehouseId: lines[0]?.warehouseId ?? places.find(({ isDefault }) => isDefault)?.id ?? null,
    time: null,
    carrier: '',
    tracking: '',
    remark: '',
  };

interface FormProps extends Props {
  readonly reply: Reply;
  /** The user's own warehouses. */
  readonly places: Places;
}

/** What the form says of the goods that came, and what keeps it, drops it and makes a receipt of it. */
function useTally({ id, reply, places, onClose, onFinished }: FormProps) {
  const [version, setVersion] = useState(reply.version);
  const [head, setHead] = useState(() => headOf(reply, places));
  const [rows, setRows] = useState<readonly PartDraft[]>(() => draftsOf(reply.lines, reply.draft));
  const [working, run] = useBusy();
  const [bringing, tellBringing] = useBringing();
  const busy = working || bringing;
  const [key, setKey] = useState(newKey);
  const wrong = rows.some((row) => isWrong(row) || quantitiesOf(row).formal.isNegative());
  const input = () => {
    const { warehouseId, time, carrier, tracking, remark, photos = [] } = head;
    const told = { warehouseId, time, carrier, tracking, remark, photos, parts: partsOf(rows) };
    return { id, version, ...told };
  };
  const keep = () =>
    run(async () => {
      setVersion((await call(keepTally, input())).version);
      void notices().message.success(t('tally.kept'));
    });
  const finish = () =>
    run(async () => {
      try {
        const made = await call(finishTally, input(), { key });
        void notices().message.success(t('tally.finished', { number: made.number }));
        onFinished(made.id);
      } finally {
        setKey(newKey());
      }
    });
  const drop = async (): Promise<void> => {
    if (!(await notices().modal.confirm({ title: t('tally.dropAsk') }))) return;
    await run(async () => {
      await call(dropTally, { id });
      onClose();
    });
  };
  return {
    head,
    setHead,
    rows,
    setRows,
    kept: version > 0,
    busy,
    tellBringing,
    wrong,
    keep,
    finish,
    drop,
  };
}
type TallyState = ReturnType<typeof useTally>;

/** Counts what a code names as come, and answers what the scanner says of it. */
async function scan(
  { lines }: Reply,
  setRows: TallyState['setRows'],
  code: string,
): Promise<Scanned> {
  const own = lines.find(({ barcode }) => barcode === code);
  const goods = own === undefined ? await goodsOfCode(code) : { skuId: own.skuId, ratio: '1' };
  if (goods === null) return { text: t('tally.unknown'), bad: true };
  const mine = lines.find(({ skuId }) => skuId === goods.skuId);
  if (mine === undefined) return { text: t('tally.notOrdered'), bad: true };
  if (mine.serialManaged) return { text: t('tally.scanSerials'), bad: true };
  setRows((before) => scanned(before, goods.skuId, goods.ratio)?.drafts ?? before);
  return { text: `${mine.name} +${goods.ratio} ${mine.unit}`, bad: false };
}

/** Who kept it last, and when. */
function Kept({ reply: { keptAt, keptBy } }: Pick<FormProps, 'reply'>) {
  const { timeZone } = useSettings();
  if (keptAt === null) return null;
  const time = timeText(keptAt, timeZone);
  return <p className="tally-note">{t('tally.keptBy', { name: keptBy, time })}</p>;
}

function TallyForm(props: FormProps) {
  const { reply } = props;
  const tally = useTally(props);
  const { head, setHead, rows, setRows } = tally;
  return (
    <PaneModal
      title={t('tally.of', { number: reply.number, partner: reply.partnerName })}
      width={1200}
      onCancel={props.onClose}
      footer={<TallySteps {...props} tally={tally} />}
    >
      <div className="tally-bar">
        <ScanField onScan={(code) => scan(reply, setRows, code)} />
        <Button onClick={() => setRows((before) => before.map(allArrived))}>
          {t('tally.allArrived')}
        </Button>
      </div>
      <BringingContext value={tally.tellBringing}>
        <TallyHead
          head={head}
          onChange={(change) => setHead((before) => ({ ...before, ...change }))}
        />
      </BringingContext>
      <Kept reply={reply} />
      <TallyLines rows={rows} onChange={setRows} />
      {!reply.overLink && <p className="tally-note">{t('tally.notOver')}</p>}
    </PaneModal>
  );
}

/** What the paper of differences says of the goods that came. */
function saidOf(
  { id, reply: { number, partnerName }, places }: FormProps,
  head: TallyState['head'],
) {
  const { time, carrier, tracking, remark, warehouseId } = head;
  const warehouseName = places.find((place) => place.id === warehouseId)?.name ?? '';
  return { id, number, partnerName, warehouseName, time, carrier, tracking, remark };
}

/** What may be printed and done with the tally. */
function TallySteps(props: FormProps & { readonly tally: TallyState }) {
  const { tally } = props;
  const { head, rows, busy, wrong } = tally;
  const lines = wrong ? [] : differingOf(rows);
  const print = (): void => props.onPrint({ ...saidOf(props, head), lines });
  return (
    <>
      {tally.kept && (
        <Button type="text" danger disabled={busy} onClick={() => void tally.drop()}>
          {t('tally.drop')}
        </Button>
      )}
      {lines.length > 0 && <Button onClick={print}>{t('tally.printDifferences')}</Button>}
      <Button onClick={props.onClose}>{t('act.close')}</Button>
      <Button disabled={busy || wrong} onClick={() => void tally.keep()}>
        {t('tally.keep')}
      </Button>
      <Button
        type="primary"
        disabled={busy || wrong || head.warehouseId === null || partsOf(rows).length === 0}
        onClick={() => void tally.finish()}
      >
        {t('tally.finish')}
      </Button>
    </>
  );
}

interface HeadProps {
  readonly head: Head;
  readonly onChange: (change: Partial<Head>) => void;
}

function TallyHead({ head, onChange }: HeadProps) {
  const text = (field: 'carrier' | 'tracking' | 'remark', label: string, most: number) => (
    <label>
      {label}
      <Input
        value={head[field]}
        maxLength={most}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </label>
  );
  return (
    <div className="tally-head">
      <label>
        {t('tally.warehouse')}
        <WarehouseSelect
          aria-label={t('tally.warehouse')}
          value={head.warehouseId}
          status={head.warehouseId === null ? 'error' : ''}
          onChange={(warehouseId) => onChange({ warehouseId })}
        />
      </label>
      <label>
        {t('tally.time')}
        <TimeField
          label={t('tally.time')}
          value={head.time}
          onChange={(time) => onChange({ time })}
        />
      </label>
      {text('carrier', t('tally.carrier'), 100)}
      {text('tracking', labelOf(documentTables.purchaseOrder, 'externalTracking'), 100)}
      {text('remark', t('document.remark'), 1000)}
      <div className="tally-photos" role="group" aria-label={t('tally.photos')}>
        {t('tally.photos')}
        <Pictures
          value={head.photos ?? []}
          onChange={(photos) => onChange({ photos: [...photos] })}
          biz="bill"
          most={MOST_FILES}
          readOnly={false}
        />
      </div>
    </div>
  );
}
