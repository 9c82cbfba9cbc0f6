import type { PartnerType } from '@tradehouse/contract';
import { customerSources, partners, partnerTables } from '@tradehouse/contract';
import { Descriptions } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { NumberText } from '../control/NumberText.tsx';
import { t } from '../phrase/index.ts';
import { labelOf } from './labels.ts';
import type { FormProps } from './listTypes.ts';
import { masterForm } from './masterForm.ts';
import type { Values } from './recordTypes.ts';

type Name = keyof typeof partners.fields.properties;

const given = (value: unknown): boolean => Number(value ?? 0) !== 0;

/** Opening receivable and opening payable exclude each other (spec §5). */
const notBoth =
  (other: Name) =>
  (value: unknown, values: Values): string | null =>
    given(value) && given(values[other]) ? t('partner.notBoth') : null;

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

const asks: Readonly<Record<PartnerType, readonly Name[]>> = {
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

/** What is owed or paid in advance now: it follows from documents, so it is shown and never entered. */
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
  readonly info: Values;
}): ReactNode {
  return (
    <Descriptions
      size="small"
      column={2}
      items={balances[type].map((name) => ({
        key: name,
        label: labelOf(partnerTables[type], name),
        // SAFETY: balances are decimals as texts.
        children: <NumberText value={info[name] as string | null} as="money" />,
      }))}
    />
  );
}

/** The form of suppliers, customers or members, on their own page and where one is chosen. */
export const partnerForm = (type: PartnerType): ComponentType<FormProps> =>
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
