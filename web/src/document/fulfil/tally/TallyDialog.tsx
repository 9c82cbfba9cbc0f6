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
import { callEndpoint, newKey } from '../../../app/net/client.ts';
import { getNotices } from '../../../app/notices.ts';
import { useSettings } from '../../../app/settings/settings.ts';
import { useBusy } from '../../../app/useBusy.ts';
import { timeText } from '../../../control/format.ts';
import { BringingContext, useFilesInProgress } from '../../../control/bringing.ts';
import { PaneModal } from '../../../control/PaneModal.tsx';
import { Pictures } from '../../../control/Pictures.tsx';
import { ReadModal } from '../../../control/ReadModal.tsx';
import { WarehouseSelect } from '../../../control/references.tsx';
import { labelOfColumn } from '../../../record/labels.ts';
import { t } from '../../../phrase/index.ts';
import { TimeField } from '../../form/DocumentHead.tsx';
import { lookUpGoodsByCode } from '../../scan/goodsOfCode.ts';
import { ScanField } from '../../scan/ScanField.tsx';
import type { ScanFeedback } from '../../scan/ScanField.tsx';
import { TallyLines } from './TallyLines.tsx';
import {
  allArrived,
  quantitiesOf,
  differingOf,
  createPartDrafts,
  isWrong,
  tallyPartsFromDrafts,
  countScannedArrival,
  type ScannedArrival,
} from './tallyDraft.ts';
import type { TallyDifferenceLine, PartDraft } from './tallyDraft.ts';
import './tally.css';

interface Props {
  /** The purchase order's id. */
  readonly id: string;
  readonly onClose: () => void;
  /** Runs after a receipt was created; passes its id. */
  readonly onFinished: (id: string) => void;
  /** Prints deviations from the order, as currently typed. */
  readonly onPrint: (differing: Differing) => void;
}

/** Tally lines that differ from their order, with facts of the delivery. */
interface Differing extends Pick<TallyHeadInput, 'time' | 'carrier' | 'tracking' | 'remark'> {
  readonly id: string;
  readonly number: string;
  readonly partnerName: string;
  readonly warehouseName: string;
  readonly lines: readonly TallyDifferenceLine[];
}

/**
 * Sorts goods received on a purchase order into formal, defective and gift; a stored draft until converted
 * to a receipt.
 */
export function TallyDialog(props: Props): ReactNode {
  const { id, onClose } = props;
  const read = () =>
    Promise.all([
      callEndpoint(tallyOf, { id }, { quiet: true }),
      callEndpoint(myWarehouses, {}, { quiet: true }),
    ]);
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

type TallyReply = ReplyOf<typeof tallyOf>;
type TallyWarehouses = ReplyOf<typeof myWarehouses>;
type TallyHeadInput = Omit<InputOf<typeof keepTally>, 'id' | 'version' | 'parts'>;

const tallyHeadFromReply = (
  { draft, lines }: TallyReply,
  places: TallyWarehouses,
): TallyHeadInput =>
  draft ?? {
    warehouseId: lines[0]?.warehouseId ?? places.find(({ isDefault }) => isDefault)?.id ?? null,
    time: null,
    carrier: '',
    tracking: '',
    remark: '',
  };

interface TallyFormProps extends Props {
  readonly reply: TallyReply;
  /** The user's own warehouses. */
  readonly places: TallyWarehouses;
}

/** Holds the tally form; saves, drops, or converts the tally to a receipt. */
function useTally({ id, reply, places, onClose, onFinished }: TallyFormProps) {
  const [version, setVersion] = useState(reply.version);
  const [head, setHead] = useState(() => tallyHeadFromReply(reply, places));
  const [rows, setRows] = useState<readonly PartDraft[]>(() =>
    createPartDrafts(reply.lines, reply.draft),
  );
  const [working, run] = useBusy();
  const [bringing, tellBringing] = useFilesInProgress();
  const busy = working || bringing;
  const [key, setKey] = useState(newKey);
  const wrong = rows.some((row) => isWrong(row) || quantitiesOf(row).formal.isNegative());
  const input = () => {
    const { warehouseId, time, carrier, tracking, remark, photos = [] } = head;
    const tally = {
      warehouseId,
      time,
      carrier,
      tracking,
      remark,
      photos,
      parts: tallyPartsFromDrafts(rows),
    };
    return { id, version, ...tally };
  };
  const keep = () =>
    run(async () => {
      setVersion((await callEndpoint(keepTally, input())).version);
      void getNotices().message.success(t('tally.kept'));
    });
  const finish = () =>
    run(async () => {
      try {
        const made = await callEndpoint(finishTally, input(), { key });
        void getNotices().message.success(t('tally.finished', { number: made.number }));
        onFinished(made.id);
      } finally {
        setKey(newKey());
      }
    });
  const drop = async (): Promise<void> => {
    if (!(await getNotices().modal.confirm({ title: t('tally.dropAsk') }))) return;
    await run(async () => {
      await callEndpoint(dropTally, { id });
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

/** Counts a scanned code as received; returns the scanner's message. */
async function scanTallyArrival(
  { lines }: TallyReply,
  setRows: TallyState['setRows'],
  code: string,
): Promise<ScanFeedback> {
  const own = lines.find(({ barcode }) => barcode === code);
  const goods =
    own === undefined ? await lookUpGoodsByCode(code) : { skuId: own.skuId, units: '1' };
  if ('refused' in goods) return { text: goods.refused, bad: true };
  const mine = lines.find(({ skuId }) => skuId === goods.skuId);
  if (mine === undefined) return { text: t('tally.notOrdered'), bad: true };
  const content = 'content' in goods ? goods.content : undefined;
  if (mine.serialManaged && (content?.serial ?? '') === '')
    return { text: t('tally.scanSerials'), bad: true };
  const counted = await new Promise<ScannedArrival>((tell) => {
    setRows((before) => {
      const after = countScannedArrival(before, { ...goods, ...content });
      tell(after);
      return 'drafts' in after ? after.drafts : before;
    });
  });
  if ('wrong' in counted) return { text: t(`tally.scan.${counted.wrong}`), bad: true };
  const detail = [content?.lot, content?.serial].filter(Boolean).join(' ');
  return { text: `${mine.name} +${goods.units} ${mine.unit} ${detail}`.trim(), bad: false };
}

/** Shows user and time of the last save. */
function TallySavedNote({ reply: { keptAt, keptBy } }: Pick<TallyFormProps, 'reply'>) {
  const { timeZone } = useSettings();
  if (keptAt === null) return null;
  const time = timeText(keptAt, timeZone);
  return <p className="tally-note">{t('tally.keptBy', { name: keptBy, time })}</p>;
}

function TallyForm(props: TallyFormProps) {
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
        <ScanField onScan={(code) => scanTallyArrival(reply, setRows, code)} />
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
      <TallySavedNote reply={reply} />
      <TallyLines rows={rows} onChange={setRows} />
      {!reply.overLink && <p className="tally-note">{t('tally.notOver')}</p>}
    </PaneModal>
  );
}

/** Returns the content of the printed deviation report. */
function toDifferenceSheetHead(
  { id, reply: { number, partnerName }, places }: TallyFormProps,
  head: TallyState['head'],
) {
  const { time, carrier, tracking, remark, warehouseId } = head;
  const warehouseName = places.find((place) => place.id === warehouseId)?.name ?? '';
  return { id, number, partnerName, warehouseName, time, carrier, tracking, remark };
}

function TallySteps(props: TallyFormProps & { readonly tally: TallyState }) {
  const { tally } = props;
  const { head, rows, busy, wrong } = tally;
  const lines = wrong ? [] : differingOf(rows);
  const print = (): void => props.onPrint({ ...toDifferenceSheetHead(props, head), lines });
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
        disabled={
          busy || wrong || head.warehouseId === null || tallyPartsFromDrafts(rows).length === 0
        }
        onClick={() => void tally.finish()}
      >
        {t('tally.finish')}
      </Button>
    </>
  );
}

interface TallyHeadProps {
  readonly head: TallyHeadInput;
  readonly onChange: (change: Partial<TallyHeadInput>) => void;
}

function TallyHead({ head, onChange }: TallyHeadProps) {
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
      {text('tracking', labelOfColumn(documentTables.purchaseOrder, 'externalTracking'), 100)}
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
