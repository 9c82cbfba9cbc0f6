import { ZERO, toPlainDecimal, serviceQuantity, servicesCome, sum } from '@tradehouse/domain';
import type { Decimal, GoodsLine } from '@tradehouse/domain';
import { Button, Typography } from 'antd';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { moneyText } from '../../control/format.ts';
import { ServiceSelect } from '../../control/references.tsx';
import type { ServiceChoice } from '../../control/references.tsx';
import { amendRow, stableRowKey } from '../../control/stableRows.ts';
import { t } from '../../phrase/index.ts';
import { AmountInput } from './AmountInput.tsx';
import { feeAt, isServiceComplete, readableAmount } from '../draft/settlement.ts';
import type { ServiceDraft } from '../draft/settlement.ts';

interface Props {
  readonly services: readonly ServiceDraft[];
  /** Goods to serve: a service may be charged by piece or kilogram. */
  readonly goods: readonly Pick<GoodsLine, 'baseQuantity' | 'weight'>[];
  /** Exchange rate from the document's currency to the company's; '' if equal. */
  readonly exchangeRate: string;
  readonly digits: number;
  /** Document's currency; '' for the company's own. */
  readonly currency: string;
  readonly onTake: (services: readonly ServiceDraft[]) => void;
  readonly onClose: () => void;
}

const EMPTY: ServiceDraft = { serviceId: null, name: '', quantity: '', fee: '', usual: '' };

/** Creates a chosen service: quantity needed by the goods, and fee in the document's currency. */
function chosenAs(choice: ServiceChoice, { goods, exchangeRate, digits }: Props): ServiceDraft {
  const usual = choice.fee ?? '';
  return {
    serviceId: choice.id,
    name: choice.name,
    quantity: toPlainDecimal(serviceQuantity(choice.chargeMode, goods)),
    fee: feeAt(usual, exchangeRate, digits),
    usual,
  };
}

/** Edits value-added services of an order or outbound with their fees; rows without a service are ignored. */
export function ServicesDialog(props: Props) {
  const { services, digits, onTake, onClose } = props;
  const [rows, setRows] = useState(services.length === 0 ? [{ ...EMPTY }] : services);
  const chosen = rows.filter(({ serviceId }) => serviceId !== null);
  const read = rows.map(({ quantity, fee }) => ({
    quantity: readableAmount(quantity),
    fee: readableAmount(fee),
  }));
  const amounts = servicesCome(
    read.map(({ quantity, fee }) => ({ quantity: quantity ?? ZERO, fee: fee ?? ZERO })),
    digits,
  );
  const isReadable = (row: (typeof read)[number] | undefined): boolean =>
    row !== undefined && row.quantity !== null && row.fee !== null;
  const money = (amount: Decimal, readable: boolean): string =>
    readable ? moneyText(toPlainDecimal(amount), digits) : t('empty.none');
  return (
    <ChoiceModal
      width={720}
      title={t('editor.services.title')}
      okDisabled={!chosen.every(isServiceComplete)}
      onOk={() => onTake(chosen)}
      onCancel={onClose}
    >
      <div className="account-shares">
        {rows.map((row, at) => (
          <ServiceLine
            key={stableRowKey(row)}
            at={at + 1}
            row={row}
            currency={props.currency}
            amount={money(amounts[at] ?? ZERO, isReadable(read[at]))}
            onChoose={(choice) =>
              setRows(
                rows.with(at, amendRow(row, choice === null ? EMPTY : chosenAs(choice, props))),
              )
            }
            onChange={(part) => setRows(rows.with(at, amendRow(row, part)))}
            onRemove={() => setRows(rows.toSpliced(at, 1))}
          />
        ))}
      </div>
      <Button onClick={() => setRows([...rows, { ...EMPTY }])}>{t('editor.services.add')}</Button>
      <p>
        <Typography.Text>
          {t('editor.services.sum', { amount: money(sum(amounts), read.every(isReadable)) })}
        </Typography.Text>
      </p>
      {!chosen.every(isServiceComplete) && (
        <Typography.Text type="secondary">{t('editor.services.rule')}</Typography.Text>
      )}
    </ChoiceModal>
  );
}

interface ServiceLineProps {
  /** Row number from one. */
  readonly at: number;
  readonly row: ServiceDraft;
  readonly currency: string;
  readonly amount: string;
  readonly onChoose: (choice: ServiceChoice | null) => void;
  readonly onChange: (part: Partial<ServiceDraft>) => void;
  readonly onRemove: () => void;
}

type FigureProps = ComponentProps<typeof AmountInput> & { readonly title: string };

const Figure = ({ title, ...props }: FigureProps) => (
  <label>
    <span>{title}</span>
    <AmountInput size="middle" {...props} />
  </label>
);

const ServiceLine = ({
  at,
  row,
  currency,
  amount,
  onChoose,
  onChange,
  onRemove,
}: ServiceLineProps) => (
  <div className="service-line">
    <div className="service-choice">
      <ServiceSelect
        aria-label={t('editor.services.service', { at })}
        value={row.serviceId}
        name={row.name}
        onChange={(_, choice) => onChoose(choice)}
      />
    </div>
    <Figure
      title={t('editor.column.quantity')}
      label={t('editor.services.quantity', { at })}
      suffix="×"
      value={row.quantity}
      onChange={(quantity) => onChange({ quantity })}
    />
    <Figure
      title={t('editor.services.each')}
      label={t('editor.services.fee', { at })}
      currency={currency}
      value={row.fee}
      onChange={(fee) => onChange({ fee, usual: '' })}
    />
    <output>{amount}</output>
    <Button onClick={onRemove}>{t('act.remove')}</Button>
  </div>
);
