import type { PartnerType } from '@tradehouse/contract';
import { customerSources, partners, partnerTables } from '@tradehouse/contract';
import { Descriptions } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { NumberText } from '../control/NumberText.tsx';
import { t } from '../phrase/index.ts';
import { labelOfColumn } from './labels.ts';
import type { RecordFormProps } from './listTypes.ts';
import { masterForm } from './masterForm.ts';
import type { RecordValues } from './recordTypes.ts';

type PartnerFieldName = keyof typeof partners.fields.properties;

const isNonZero = (value: unknown): boolean => Number(value ?? 0) !== 0;

/** Opening receivable and opening payable exclude each other. */
const notBoth =
  (other: PartnerFieldName) =>
  (value: unknown, values: RecordValues): string | null =>
    isNonZero(value) && isNonZero(values[other]) ? t('partner.notBoth') : null;

const reach = ['name', 'contacts', 'telephone', 'phone', 'email'] as const;
const trade = [
  'fax',
  'openingReceivable',
  'openingPayable',
  'taxNumber',
  'taxRate',
  'bankName',
  'bankAccount',
  'address',
] as const;
/** How and until when bills are to be paid. */
const terms = ['paymentKind', 'paymentDays', 'monthEnd'] as const;
const tail = ['sort', 'remark'] as const;

const asks: Readonly<Record<PartnerType, readonly PartnerFieldName[]>> = {
  supplier: [...reach, ...trade, ...terms, ...tail],
  customer: [
    ...reach,
    ...trade,
    ...terms,
    'creditLimit',
    'customerSource',
    'mainMarket',
    'priceLevel',
    'priceListId',
    ...tail,
  ],
  member: [...reach, ...tail],
};

/** Present debts and prepayments: derived from documents, so shown and never entered. */
const balances = {
  supplier: ['closingPayable', 'closingReceivable'],
  customer: ['closingReceivable', 'closingPayable'],
  member: ['prepayment', 'bonus'],
} as const;

function Balances({
  type,
  info,
}: {
  readonly type: PartnerType;
  readonly info: RecordValues;
}): ReactNode {
  return (
    <Descriptions
      size="small"
      column={2}
      items={balances[type].map((name) => ({
        key: name,
        label: labelOfColumn(partnerTables[type], name),
        // SAFETY: balances are decimals in text form.
        children: <NumberText value={info[name] as string | null} as="money" />,
      }))}
    />
  );
}

/** Creates the partners' form, also offered in selects. */
export const partnerForm = (type: PartnerType): ComponentType<RecordFormProps> =>
  masterForm(partners, {
    table: partnerTables[type],
    title: t(`record.${type}`),
    width: 1200,
    columns: 2,
    fixed: { type },
    asks: asks[type],
    own: {
      openingReceivable: { check: notBoth('openingPayable') },
      openingPayable: { check: notBoth('openingReceivable') },
      address: { wide: true },
      customerSource: { choices: customerSources },
    },
    foot: (info) => (info === null ? null : <Balances type={type} info={info} />),
  });
