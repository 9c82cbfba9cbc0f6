import { useQuery } from '@tanstack/react-query';
import {
  logisticsCompanyChoices,
  logisticsOrders,
  logisticsRate,
  trackPage,
} from '@tradehouse/contract';
import type { InputOf, LogisticsOrderInfo, Parcel, Rate } from '@tradehouse/contract';
import { carrierServices, labelFormats } from '@tradehouse/domain';
import { Alert, Button, Checkbox, Input, Select, Table, Tabs } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { actsTitle } from '../../control/actsTitle.tsx';
import { DatePicker } from '../../control/DatePicker.tsx';
import { moneyText, todayIn } from '../../control/format.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { ReadModal } from '../../control/ReadModal.tsx';
import { CarrierSelect } from '../../control/references.tsx';
import { choiceOf, labelOfColumn } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import { typedAmount } from '../draft/numberInput.ts';
import { Parcels, isParcel } from '../fulfil/delivery/Parcels.tsx';
import { ReceiverFields, carrierFields } from '../fulfil/delivery/ReceiverFields.tsx';
import { CarrierCalls } from './CarrierCalls.tsx';
import { EndParts, endPartsOf } from './EndParts.tsx';
import type { ShipmentEndParts } from './EndParts.tsx';
import { freightOf } from './freightOf.ts';
import { ShipmentLog } from './ShipmentLog.tsx';
import { ShippingLabels } from './ShippingLabels.tsx';
import { outdateShipment, voidShipment } from './TrackDialog.tsx';
import { Tracks } from './Tracks.tsx';
import './carrier.css';
import { tabsLocale } from '../../control/tabsLocale.ts';

/** Shipment to send: document, receiver and parcels. */
export interface Sending {
  readonly documentId: string;
  readonly number: string;
  readonly receiver: string;
  readonly phone: string;
  readonly address: string;
  readonly postcode: string;
  readonly parcels: readonly Parcel[];
}

interface Props {
  readonly sending: Sending;
  readonly onClose: () => void;
  /** Enables editing of the shipment here, if not entered elsewhere. */
  readonly onSending?: (change: Partial<Sending>) => void;
  /** Runs when the document has received a tracking number. */
  readonly onTracking: (tracking: string) => void;
}

/** Ships goods with a carrier: cost and label. */
export function CarrierDialog(props: Props): ReactNode {
  const { documentId, number } = props.sending;
  return (
    <ReadModal
      title={t('shipment.title')}
      width={900}
      onCancel={props.onClose}
      queryKey={['shipment', 'of', documentId]}
      read={async () => ({
        order: await callEndpoint(logisticsOrders.ofDocument, { documentId }, { quiet: true }),
      })}
    >
      {({ order }) => (
        <PaneModal
          title={t('shipment.of', { number })}
          width={900}
          onCancel={props.onClose}
          footer={<Button onClick={props.onClose}>{t('act.close')}</Button>}
        >
          <CarrierTabs key={order?.id ?? ''} {...props} order={order} />
        </PaneModal>
      )}
    </ReadModal>
  );
}

type TabsProps = Props & { readonly order: LogisticsOrderInfo | null };

function CarrierTabs(props: TabsProps) {
  const { order } = props;
  const [tab, setTab] = useState(order === null ? 'rates' : 'label');
  const items = [
    {
      key: 'rates',
      label: t('shipment.rates'),
      children: <RatesPane {...props} onSaved={() => setTab('label')} />,
    },
    {
      key: 'label',
      label: t('shipment.label'),
      children: <LabelPane {...props} onVoid={() => setTab('rates')} />,
    },
  ];
  const events = {
    key: 'events',
    label: t('shipment.events'),
    children: order !== null && <Tracks order={order} onDone={() => void outdateShipment()} />,
  };
  const log = {
    key: 'log',
    label: t('shipment.log'),
    children: order !== null && <LogPane order={order} />,
  };
  return (
    <Tabs
      locale={tabsLocale()}
      className="shipment-tabs"
      activeKey={tab}
      onChange={setTab}
      items={order === null ? items : [...items, events, log]}
    />
  );
}

const LogPane = ({ order: { id, hasApi } }: { readonly order: LogisticsOrderInfo }) => (
  <>
    <ShipmentLog id={id} />
    {hasApi && <CarrierCalls fixed={{ orderId: id }} />}
  </>
);

type ShipmentTerms = Pick<
  InputOf<typeof logisticsOrders.add>,
  'service' | 'signature' | 'shipDate' | 'costBearer'
> & {
  readonly labelFormat: LogisticsOrderInfo['labelFormat'];
  readonly companyId: string | null;
  readonly freight: string;
  readonly insured: string;
};

const labelOfShipmentField = (name: string): string => labelOfColumn(logisticsOrders.table, name);
const isBlankOrAmount = (text: string): boolean => text === '' || !('wrong' in typedAmount(text));

/**
 * Parts of both ends, edited for FedEx: while no carrier is chosen, if any is FedEx, because rates need them.
 * Null: not needed, or not read yet.
 */
function useEndParts({ order, sending }: TabsProps, companyId: string | null) {
  const { documentId } = sending;
  const [typed, setTyped] = useState<Partial<ShipmentEndParts>>({});
  const carriers = useQuery({
    queryKey: ['carrier', 'adapters'],
    queryFn: () => callEndpoint(logisticsCompanyChoices, {}, { quiet: true }),
  });
  const isNeeded = (carriers.data ?? []).some(
    ({ id, adapter }) => adapter === 'fedex' && (companyId === null || companyId === id),
  );
  const proposed = useQuery({
    queryKey: ['shipment', 'ends', documentId],
    queryFn: () => callEndpoint(logisticsOrders.receiver, { documentId }, { quiet: true }),
    enabled: isNeeded && order === null,
  });
  const source = order ?? proposed.data;
  const parts = !isNeeded || source === undefined ? null : { ...endPartsOf(source), ...typed };
  return {
    parts,
    senderAddress: source?.senderAddress ?? '',
    changeParts: (change: Partial<ShipmentEndParts>): void => setTyped({ ...typed, ...change }),
  };
}

function useTerms(props: TabsProps) {
  const { order, sending } = props;
  const { timeZone } = useSettings();
  const [terms, setTerms] = useState<ShipmentTerms>(() => ({
    companyId: order?.companyId ?? null,
    service: order?.service ?? 'fulfillment',
    signature: order?.signature ?? false,
    shipDate: order?.shipDate ?? todayIn(timeZone),
    costBearer: order?.costBearer ?? 'us',
    labelFormat: order?.labelFormat ?? 'label',
    freight: order?.freight ?? '',
    insured: order?.insured ?? '',
  }));
  const { parts, senderAddress, changeParts } = useEndParts(props, terms.companyId);
  const [rates, setRates] = useState<readonly Rate[]>([]);
  const [busy, run] = useBusy();
  const change = (some: Partial<ShipmentTerms>): void => setTerms({ ...terms, ...some });
  const parcels = [...sending.parcels];
  const ask = () =>
    run(async () => {
      const { documentId, address, postcode } = sending;
      const services = [...carrierServices];
      const { signature } = terms;
      const input = { documentId, parcels, services, signature };
      const ends = rateEnds(parts, { address, postcode }, senderAddress);
      setRates(await callEndpoint(logisticsRate, { ...input, ...ends }));
    });
  /** An emptied amount counts as zero; a hidden amount remains. */
  const amountOf = (name: 'freight' | 'insured', typed: string) =>
    typed === '' && (order?.[name] ?? null) === null ? {} : { [name]: typed || '0' };
  const save = () =>
    run(async () => {
      const { companyId, freight, insured, ...rest } = terms;
      const { documentId, number: _, ...receiver } = sending;
      const input = {
        ...rest,
        ...receiver,
        ...parts,
        parcels,
        companyId: companyId ?? '',
        ...amountOf('freight', freight),
        ...amountOf('insured', insured),
      };
      const { id } =
        order === null
          ? await callEndpoint(logisticsOrders.add, { ...input, documentId })
          : await callEndpoint(logisticsOrders.update, {
              ...input,
              id: order.id,
              version: order.version,
            });
      const { number } = await callEndpoint(logisticsOrders.infoCall, { id });
      void getNotices().message.success(t('shipment.saved', { number }));
      await outdateShipment();
    });
  return { terms, change, parts, changeParts, rates, busy, ask, save };
}

/** Returns the ends of a rate: without parts, the server reads the sender. */
function rateEnds(
  parts: ShipmentEndParts | null,
  to: { readonly address: string; readonly postcode: string },
  senderAddress: string,
): Pick<InputOf<typeof logisticsRate>, 'from' | 'to'> {
  if (parts === null) return { to };
  const { city, region, country, senderPostcode: postcode } = parts;
  const { senderCity, senderRegion, senderCountry } = parts;
  const from = {
    address: senderAddress,
    postcode,
    city: senderCity,
    region: senderRegion,
    country: senderCountry,
  };
  return { to: { ...to, city, region, country }, from };
}

function RatesPane(props: TabsProps & { readonly onSaved: () => void }) {
  const { order, sending, onSending, onSaved } = props;
  const { terms, change, parts, changeParts, rates, busy, ask, save } = useTerms(props);
  const may = useMay();
  const { currency } = useSettings();
  const fixed = order !== null && (order.tracking !== '' || order.labelOpen);
  const measured = sending.parcels.length > 0 && sending.parcels.every(isParcel);
  const empty = terms.companyId === null || sending.receiver === '' || !measured;
  const wrong = !isBlankOrAmount(terms.freight) || !isBlankOrAmount(terms.insured);
  return (
    <>
      {onSending !== undefined && (
        <SendingFields sending={fixed ? order : sending} disabled={fixed} onChange={onSending} />
      )}
      <TermsFields terms={terms} disabled={fixed} onChange={change} />
      {parts !== null && <EndParts parts={parts} disabled={fixed} onChange={changeParts} />}
      <div className="shipment-acts">
        <Button disabled={busy || fixed || !measured} onClick={() => void ask()}>
          {t('shipment.askRates')}
        </Button>
        {may(trackPage, '1') && (
          <Button
            type="primary"
            disabled={busy || fixed || empty || wrong}
            onClick={() => void save().then((saved) => saved && onSaved())}
          >
            {t('act.save')}
          </Button>
        )}
      </div>
      <RateTable
        rates={rates}
        onTake={({ companyId, service, ...quote }) =>
          change({ companyId, service, freight: freightOf(quote, currency) ?? terms.freight })
        }
      />
    </>
  );
}

interface SendingProps {
  readonly sending: Omit<Sending, 'documentId' | 'number'>;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Sending>) => void;
}

const SendingFields = ({ sending, disabled, onChange }: SendingProps) => (
  <>
    <section className="shipment-fields" aria-label={t('delivery.receiver')}>
      <ReceiverFields
        fields={carrierFields}
        receiver={sending}
        disabled={disabled}
        onChange={onChange}
      />
    </section>
    <section className="shipment-parcels" aria-label={t('delivery.parcels')}>
      <Parcels
        parcels={sending.parcels}
        disabled={disabled}
        onChange={(parcels) => onChange({ parcels })}
      />
    </section>
  </>
);

interface TermsProps {
  readonly terms: ShipmentTerms;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<ShipmentTerms>) => void;
}

function TermsFields({ terms, disabled, onChange }: TermsProps) {
  const amount = (name: 'freight' | 'insured', called: string) => (
    <label>
      {called}
      <Input
        className="decimal"
        inputMode="decimal"
        disabled={disabled}
        status={isBlankOrAmount(terms[name]) ? '' : 'error'}
        value={terms[name]}
        onChange={(event) => onChange({ [name]: event.target.value.trim() })}
      />
    </label>
  );
  return (
    <div className="shipment-fields">
      <label>
        {labelOfShipmentField('companyName')}
        <CarrierSelect
          aria-label={labelOfShipmentField('companyName')}
          disabled={disabled}
          value={terms.companyId}
          onChange={(companyId) => onChange({ companyId })}
        />
      </label>
      <label>
        {labelOfShipmentField('service')}
        <Select
          aria-label={labelOfShipmentField('service')}
          disabled={disabled}
          value={terms.service}
          options={carrierServices.map((value) => ({ value, label: choiceOf('service', value) }))}
          onChange={(service) => onChange({ service })}
        />
      </label>
      <label>
        {labelOfShipmentField('shipDate')}
        <DatePicker
          aria-label={labelOfShipmentField('shipDate')}
          allowClear={false}
          disabled={disabled}
          value={dayjs(terms.shipDate)}
          onChange={(day: dayjs.Dayjs | null) =>
            onChange({ shipDate: day?.format('YYYY-MM-DD') ?? terms.shipDate })
          }
        />
      </label>
      {amount('freight', labelOfShipmentField('freight'))}
      {amount('insured', t('shipment.insured'))}
      <label>
        {t('shipment.bearer')}
        <Select
          aria-label={t('shipment.bearer')}
          disabled={disabled}
          value={terms.costBearer}
          options={(['us', 'customer'] as const).map((value) => ({
            value,
            label: choiceOf('costBearer', value),
          }))}
          onChange={(costBearer) => onChange({ costBearer })}
        />
      </label>
      <label>
        {t('shipment.format')}
        <Select
          aria-label={t('shipment.format')}
          disabled={disabled}
          value={terms.labelFormat}
          options={labelFormats.map((value) => ({ value, label: choiceOf('labelFormat', value) }))}
          onChange={(labelFormat) => onChange({ labelFormat })}
        />
      </label>
      <Checkbox
        disabled={disabled}
        checked={terms.signature}
        onChange={(event) => onChange({ signature: event.target.checked })}
      >
        {t('shipment.signature')}
      </Checkbox>
    </div>
  );
}

interface RateProps {
  readonly rates: readonly Rate[];
  readonly onTake: (rate: Rate) => void;
}

function RateTable({ rates, onTake }: RateProps) {
  const { currencyDigits } = useSettings();
  const [first] = rates;
  if (first === undefined) return <p>{t('shipment.noRates')}</p>;
  return (
    <>
      <p>{t('shipment.billable', { weight: first.billableWeight })}</p>
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        rowKey={({ companyId, service }) => `${companyId} ${service}`}
        dataSource={[...rates]}
        columns={[
          { title: labelOfShipmentField('companyName'), dataIndex: 'company' },
          {
            title: labelOfShipmentField('service'),
            dataIndex: 'service',
            render: (service: string) => choiceOf('service', service),
          },
          { title: t('shipment.rate.days'), dataIndex: 'days', align: 'right' },
          {
            title: labelOfShipmentField('freight'),
            dataIndex: 'amount',
            align: 'right',
            render: (amount: string | null) => moneyText(amount, currencyDigits),
          },
          { title: t('shipment.rate.currency'), dataIndex: 'currency' },
          {
            title: actsTitle(),
            key: 'take',
            render: (_: unknown, rate: Rate) => (
              <Button size="small" onClick={() => onTake(rate)}>
                {t('shipment.take')}
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}

function LabelPane({ order, onTracking, onVoid }: TabsProps & { readonly onVoid: () => void }) {
  const may = useMay();
  const [typed, setTyped] = useState('');
  const [busy, run] = useBusy();
  if (order === null) return <p>{t('shipment.notSaved')}</p>;
  const make = (own: boolean) =>
    run(async () => {
      const { tracking } = await callEndpoint(logisticsOrders.label, {
        id: order.id,
        tracking: typed,
        own,
      }).catch(async (error: unknown) => {
        // The carrier may have been asked: the shipment shows an open request.
        await outdateShipment();
        throw error;
      });
      void getNotices().message.success(t('shipment.made', { number: tracking }));
      onTracking(tracking);
      await outdateShipment();
    });
  const takeBack = async (): Promise<void> => {
    const carried = await voidShipment(order);
    if (carried === null) return;
    if (order.tracking !== '') onTracking(carried);
    onVoid();
  };
  const mayEdit = may(trackPage, '1');
  const undo = mayEdit && order.state === 'created' && (
    <Button danger onClick={() => void takeBack()}>
      {t('shipment.void')}
    </Button>
  );
  return (
    <>
      {order.labelOpen && <Alert type="warning" showIcon title={t('shipment.labelOpen')} />}
      {order.tracking === '' && mayEdit && (
        <div className="shipment-fields">
          <label>
            {t('shipment.typed')}
            <Input
              value={typed}
              maxLength={40}
              placeholder={t(order.hasApi ? 'shipment.typedHintApi' : 'shipment.typedHint')}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
          <Button type="primary" loading={busy} onClick={() => void make(false)}>
            {t('shipment.make')}
          </Button>
          {order.hasApi && typed === '' && (
            <Button disabled={busy} onClick={() => void make(true)}>
              {t('shipment.own')}
            </Button>
          )}
        </div>
      )}
      {order.tracking === '' ? (
        <div className="shipment-acts">{undo}</div>
      ) : (
        <ShippingLabels order={order}>{undo}</ShippingLabels>
      )}
    </>
  );
}
