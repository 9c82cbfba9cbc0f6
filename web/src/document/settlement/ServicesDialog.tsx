import { decimal, plain, serviceQuantity, servicesCome, sum } from '@tradehouse/domain';
import type { GoodsLine } from '@tradehouse/domain';
import { Button, Typography } from 'antd';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { moneyText } from '../../control/format.ts';
import { ServiceSelect } from '../../control/references.tsx';
import type { ServiceChoice } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { numberOf } from '../draft/priced.ts';
import { AmountInput } from './AmountInput.tsx';
import { feeAt } from '../draft/settlement.ts';
import type { ServiceDraft } from '../draft/settlement.ts';

interface Props {
  readonly services: readonly ServiceDraft[];
  /** What they are wanted for: a service may be charged by the piece or the kilogram. */
  readonly goods: readonly Pick<GoodsLine, 'baseQuantity' | 'weight'>[];
  /** How much of the company's currency one of the document's is; '' where it is the same. */
  readonly exchangeRate: string;
  readonly digits: number;
  readonly onTake: (services: readonly ServiceDraft[]) => void;
  readonly onClose: () => void;
}

const EMPTY: ServiceDraft = { serviceId: null, name: '', quantity: '', fee: '' };

const isComplete = ({ serviceId, quantity }: ServiceDraft): boolean =>
  serviceId !== null && numberOf(quantity).gt(0);

/** A service as it is chosen: how much of it the goods need, and its fee in the document's currency. */
function chosenAs(choice: ServiceChoice, { goods, exchangeRate, digits }: Props): ServiceDraft {
  const usual = choice.fee ?? '';
  return {
    serviceId: choice.id,
    name: choice.name,
    quantity: plain(serviceQuantity(choice.chargeMode, goods)),
    fee: feeAt(usual, exchangeRate, digits),
    usual,
  };
}

/** The value-added services of an order or an outbound, each with what it costs; rows without a service say nothing. */
export function ServicesDialog(props: Props) {
  const { services, digits, onTake, onClose } = props;
  const [rows, setRows] = useState(services.length === 0 ? [EMPTY] : services);
  const chosen = rows.filter(({ serviceId }) => serviceId !== null);
  const amounts = servicesCome(
    rows.map(({ quantity, fee }) => ({ quantity: numberOf(quantity), fee: numberOf(fee) })),
    digits,
  );
  return (
    <ChoiceModal
      width={720}
      title={t('editor.services.title')}
      okDisabled={!chosen.every(isComplete)}
      onOk={() => onTake(chosen)}
      onCancel={onClose}
    >
      <div className="account-shares">
        {rows.map((row, at) => (
          <ServiceLine
            // The rows have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            at={at + 1}
            row={row}
            amount={moneyText(plain(amounts[at] ?? decimal(0)), digits)}
            onChoose={(choice) =>
              setRows(rows.with(at, choice === null ? EMPTY : chosenAs(choice, props)))
            }
            onChange={(part) => setRows(rows.with(at, { ...row, ...part }))}
            onRemove={() => setRows(rows.toSpliced(at, 1))}
          />
        ))}
      </div>
      <Button onClick={() => setRows([...rows, EMPTY])}>{t('editor.services.add')}</Button>
      <p>
        <Typography.Text>
          {t('editor.services.sum', { amount: moneyText(plain(sum(amounts)), digits) })}
        </Typography.Text>
      </p>
      {!chosen.every(isComplete) && (
        <Typography.Text type="secondary">{t('editor.services.rule')}</Typography.Text>
      )}
    </ChoiceModal>
  );
}

interface LineProps {
  /** Counted from one. */
  readonly at: number;
  readonly row: ServiceDraft;
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

const ServiceLine = ({ at, row, amount, onChoose, onChange, onRemove }: LineProps) => (
  <div className="service-line">
    <div className="service-choice">
      <ServiceSelect
        allowClear
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
      value={row.fee}
      onChange={(fee) => onChange({ fee, usual: '' })}
    />
    <output>{amount}</output>
    <Button onClick={onRemove}>{t('act.remove')}</Button>
  </div>
);
