import { decimal, plain, rounded, serviceQuantity, servicesCome, sum } from '@tradehouse/domain';
import type { GoodsLine } from '@tradehouse/domain';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { moneyText } from '../../control/format.ts';
import { ServiceSelect } from '../../control/references.tsx';
import type { ServiceChoice } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { numberOf } from '../draft/priced.ts';
import { AmountInput } from './AmountInput.tsx';
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

/** The value-added services of an order or an outbound, each with what it costs; rows without a service say nothing. */
export function ServicesDialog(props: Props) {
  const { services, goods, exchangeRate, digits, onTake, onClose } = props;
  const [rows, setRows] = useState(services.length === 0 ? [EMPTY] : services);
  const chosen = rows.filter(({ serviceId }) => serviceId !== null);
  const amounts = servicesCome(
    rows.map(({ quantity, fee }) => ({ quantity: numberOf(quantity), fee: numberOf(fee) })),
    digits,
  );
  const change = (at: number, part: Partial<ServiceDraft>): void =>
    setRows((before) => before.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const choose = (at: number, choice: ServiceChoice | null): void => {
    if (choice === null) return change(at, EMPTY);
    const rate = exchangeRate === '' ? decimal(1) : numberOf(exchangeRate);
    const fee = rate.isZero() ? numberOf(choice.fee) : numberOf(choice.fee).dividedBy(rate);
    change(at, {
      serviceId: choice.id,
      name: choice.name,
      quantity: plain(serviceQuantity(choice.chargeMode, goods)),
      fee: plain(rounded(fee, digits)),
    });
  };

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
          // The rows have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="service-line">
            <div className="service-choice">
              <ServiceSelect
                allowClear
                aria-label={t('editor.services.service', { at: at + 1 })}
                value={row.serviceId}
                name={row.name}
                onChange={(_, choice) => choose(at, choice)}
              />
            </div>
            <label>
              <span>{t('editor.column.quantity')}</span>
              <AmountInput
                size="middle"
                label={t('editor.services.quantity', { at: at + 1 })}
                suffix="×"
                value={row.quantity}
                onChange={(quantity) => change(at, { quantity })}
              />
            </label>
            <label>
              <span>{t('editor.services.each')}</span>
              <AmountInput
                size="middle"
                label={t('editor.services.fee', { at: at + 1 })}
                value={row.fee}
                onChange={(fee) => change(at, { fee })}
              />
            </label>
            <output>{moneyText(plain(amounts[at] ?? decimal(0)), digits)}</output>
            <Button onClick={() => setRows(rows.toSpliced(at, 1))}>{t('act.remove')}</Button>
          </div>
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
