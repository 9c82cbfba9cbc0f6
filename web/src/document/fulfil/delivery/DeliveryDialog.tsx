import type { DocumentDelivery, DocumentReply, ReplyOf } from '@tradehouse/contract';
import { confirmShipment, deliveryOf, keepDelivery, trackPage } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../../../app/net/client.ts';
import { getNotices } from '../../../app/notices.ts';
import { useMay } from '../../../app/settings/permission.ts';
import { useSettings } from '../../../app/settings/settings.ts';
import { useBusy } from '../../../app/useBusy.ts';
import { timeText } from '../../../control/format.ts';
import { PaneModal } from '../../../control/PaneModal.tsx';
import { ReadModal } from '../../../control/ReadModal.tsx';
import { StatusTag } from '../../../control/StatusTag.tsx';
import { labelOfColumn } from '../../../record/labels.ts';
import { t } from '../../../phrase/index.ts';
import { CarrierDialog } from '../../carrier/CarrierDialog.tsx';
import type { Sending } from '../../carrier/CarrierDialog.tsx';
import { lookUpGoodsByCode } from '../../scan/goodsOfCode.ts';
import { ScanField } from '../../scan/ScanField.tsx';
import type { ScanFeedback } from '../../scan/ScanField.tsx';
import { ReceiverFields, deliveryFields } from './ReceiverFields.tsx';
import { Parcels, isParcel, newParcel } from './Parcels.tsx';
import { PickLines } from './PickLines.tsx';
import {
  allPicked,
  selectGoodsLines,
  pickState,
  pickedLines,
  picksOf,
  isOtherPart,
  pickScannedGoods,
  sumLineWeights,
} from './picks.ts';
import './delivery.css';

interface Props {
  /** The sales order or outbound. */
  readonly reply: DocumentReply;
  readonly onClose: () => void;
  /** Something of the document changed. */
  readonly onDone: () => void;
  /** Prints the outbound for its customer; absent before an outbound exists. */
  readonly onPrint?: () => void;
  readonly onPrintPicking: () => void;
}

/** Prepares goods for their customer: receiver, picks, parcels and departure. */
export function DeliveryDialog(props: Props): ReactNode {
  const { id } = props.reply;
  return (
    <ReadModal
      title={t('delivery.title')}
      width={1200}
      onCancel={props.onClose}
      queryKey={['delivery', id]}
      read={() => callEndpoint(deliveryOf, { id }, { quiet: true })}
    >
      {(kept) => <DeliveryForm {...props} kept={kept} />}
    </ReadModal>
  );
}

type DeliveryReply = ReplyOf<typeof deliveryOf>;
type ReceiverDraft = Omit<DocumentDelivery, 'picks' | 'parcels'>;
type DeliveryFormProps = Props & { readonly kept: DeliveryReply };

/** Holds the delivery form; saves the delivery and records the departure. */
function useDelivery({ reply, kept, onDone }: DeliveryFormProps) {
  const { id, number } = reply;
  const lines = selectGoodsLines(reply.lines);
  const [version, setVersion] = useState(kept.version);
  const [shippedAt, setShippedAt] = useState(kept.shippedAt);
  const [receiver, setReceiver] = useState<ReceiverDraft>(kept.delivery);
  const [picks, setPicks] = useState(() => picksOf(kept.delivery));
  const [parcels, setParcels] = useState(() =>
    kept.version > 0 || kept.delivery.parcels.length > 0
      ? kept.delivery.parcels
      : [newParcel(sumLineWeights(lines))],
  );
  const [tracking, setTracking] = useState(kept.tracking);
  const [busy, run] = useBusy();

  const states = lines.map((line) => pickState(line, picks));
  const wrong = states.includes('wrong') || !parcels.every(isParcel);
  const packed = states.every((state) => state === 'complete');
  const left = shippedAt !== null;

  const save = async (): Promise<number> => {
    if (left) return version;
    const { receiver: name, phone, address, postcode, remark } = receiver;
    const content = { receiver: name, phone, address, postcode, remark };
    const input = { id, version, ...content, picks: pickedLines(picks), parcels: [...parcels] };
    const saved = await callEndpoint(keepDelivery, input);
    setVersion(saved.version);
    return saved.version;
  };
  const change = (work: () => Promise<string>) =>
    run(async () => {
      void getNotices().message.success(await work());
      onDone();
    });
  const ship = () =>
    change(async () => {
      const now = await save();
      const shipped = await callEndpoint(confirmShipment, {
        id,
        version: now,
        tracking: tracking.trim(),
      });
      setVersion(shipped.version);
      setShippedAt(shippedAt ?? new Date().toISOString());
      return t('delivery.shipped', { number });
    });
  const keep = () =>
    change(async () => {
      await save();
      return t(packed ? 'delivery.packed' : 'delivery.kept');
    });
  const texts = { receiver, setReceiver, tracking, setTracking };
  const goods = { lines, picks, setPicks, parcels, setParcels };
  return { ...texts, ...goods, shippedAt, left, packed, refused: busy || wrong, ship, keep };
}
type DeliveryState = ReturnType<typeof useDelivery>;

/** Picks the product of a code; returns the scanner's message. */
async function scanDeliveryPick(
  { lines, setPicks }: DeliveryState,
  code: string,
): Promise<ScanFeedback> {
  const own = lines.find(({ barcode }) => barcode === code);
  const goods =
    own === undefined
      ? await lookUpGoodsByCode(code)
      : { skuId: own.skuId ?? '', units: own.ratio };
  if ('refused' in goods) return { text: goods.refused, bad: true };
  const { skuId, units } = goods;
  const content = 'content' in goods ? goods.content : { lot: '', serial: '' };
  const wanted = lines.filter((line) => line.skuId === skuId);
  const fitting = wanted.filter((line) => !isOtherPart(line, content));
  const [mine] = fitting;
  if (mine === undefined)
    return { text: t(`delivery.${wanted.length === 0 ? 'notWanted' : 'otherPart'}`), bad: true };
  // The picks' state alone knows a scan's effect: the next scan may come before rendering.
  const taken = await new Promise<boolean>((tell) => {
    setPicks((before) => {
      const after = pickScannedGoods(fitting, before, skuId, units);
      tell(after !== null);
      return after?.picks ?? before;
    });
  });
  return taken
    ? { text: mine.productName, bad: false }
    : { text: t('delivery.enough', { name: mine.productName }), bad: true };
}

/** Shows customer and departure time. */
function DeliveryTitle({ reply, delivery }: HeadedProps) {
  const { timeZone } = useSettings();
  return (
    <>
      {t('delivery.of', { number: reply.number, partner: reply.partnerName })}{' '}
      {delivery.left && (
        <StatusTag meaning="done">
          {t('delivery.left', { time: timeText(delivery.shippedAt, timeZone) })}
        </StatusTag>
      )}
    </>
  );
}

function DeliveryForm(props: DeliveryFormProps) {
  const { reply } = props;
  const delivery = useDelivery(props);
  const [carried, setCarried] = useState(false);
  if (carried)
    return (
      <CarrierDialog
        sending={sendingOf(reply, delivery)}
        onClose={() => setCarried(false)}
        onTracking={(tracking) => {
          delivery.setTracking(tracking);
          props.onDone();
        }}
      />
    );
  return (
    <PaneModal
      title={<DeliveryTitle reply={reply} delivery={delivery} />}
      width={1200}
      onCancel={props.onClose}
      footer={<DeliverySteps {...props} delivery={delivery} onCarrier={() => setCarried(true)} />}
    >
      <div className="delivery-panes">
        <ReceiverPane reply={reply} delivery={delivery} />
        <GoodsPane delivery={delivery} />
        <section>
          <h3>{t('delivery.parcels')}</h3>
          <Parcels
            parcels={delivery.parcels}
            disabled={delivery.left}
            onChange={delivery.setParcels}
          />
          <p className="delivery-note">
            {t('delivery.goodsWeight', { weight: sumLineWeights(delivery.lines) })}
          </p>
        </section>
      </div>
    </PaneModal>
  );
}

const shipsOf = ({ kind }: DocumentReply): boolean => documentKinds[kind].handling === 'ship';

/** Returns a delivery's shipment data from the form. */
const sendingOf = (
  { id, number }: DocumentReply,
  { receiver: { receiver, phone, address, postcode }, parcels }: DeliveryState,
): Sending => ({ documentId: id, number, receiver, phone, address, postcode, parcels });

type StepsProps = Props & { readonly delivery: DeliveryState; readonly onCarrier: () => void };

function DeliverySteps(props: StepsProps) {
  const may = useMay();
  const { onPrint, delivery } = props;
  const { left, refused, packed } = delivery;
  const ships = shipsOf(props.reply);
  return (
    <>
      <Button onClick={props.onPrintPicking}>{t('delivery.pickingList')}</Button>
      {onPrint !== undefined && <Button onClick={onPrint}>{t('delivery.note')}</Button>}
      {props.reply.status !== '0' && may(trackPage) && (
        <Button onClick={props.onCarrier}>{t('shipment.title')}</Button>
      )}
      <Button onClick={props.onClose}>{t('act.close')}</Button>
      {!left && (
        <Button
          type={ships ? 'default' : 'primary'}
          disabled={refused}
          onClick={() => void delivery.keep()}
        >
          {t('act.save')}
        </Button>
      )}
      {ships && (
        <Button type="primary" disabled={refused || !packed} onClick={() => void delivery.ship()}>
          {t(left ? 'delivery.mend' : 'delivery.ship')}
        </Button>
      )}
    </>
  );
}

function GoodsPane({ delivery }: { readonly delivery: DeliveryState }) {
  const { lines, picks, setPicks, left } = delivery;
  return (
    <section>
      <h3>{t('delivery.goods')}</h3>
      {!left && (
        <div className="delivery-bar">
          <ScanField onScan={(code) => scanDeliveryPick(delivery, code)} />
          <Button onClick={() => setPicks(allPicked(lines))}>{t('delivery.allPicked')}</Button>
        </div>
      )}
      <PickLines lines={lines} picks={picks} disabled={left} onChange={setPicks} />
    </section>
  );
}

interface HeadedProps {
  readonly reply: DocumentReply;
  readonly delivery: DeliveryState;
}

function ReceiverPane({ reply, delivery }: HeadedProps) {
  const { receiver, setReceiver } = delivery;
  return (
    <section>
      <h3>{t('delivery.receiver')}</h3>
      <ReceiverFields
        fields={deliveryFields}
        receiver={receiver}
        disabled={delivery.left}
        onChange={(change) => setReceiver({ ...receiver, ...change })}
      />
      {reply.externalOrder !== '' && (
        <p>
          {labelOfColumn({ id: reply.kind }, 'externalOrder')}: {reply.externalOrder}
        </p>
      )}
      {shipsOf(reply) && (
        <label>
          {labelOfColumn({ id: reply.kind }, 'externalTracking')}
          <Input
            value={delivery.tracking}
            maxLength={100}
            onChange={(event) => delivery.setTracking(event.target.value)}
          />
        </label>
      )}
    </section>
  );
}
