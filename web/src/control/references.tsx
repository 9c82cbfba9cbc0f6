import type { ReplyOf } from '@tradehouse/contract';
import {
  accountChoices,
  activityChoices,
  allPeople,
  allUnits,
  brandChoices,
  customerChoices,
  inOutItemChoices,
  logisticsCompanyChoices,
  labelTemplates,
  ledgerAccountChoices,
  memberChoices,
  myWarehouses,
  partnerChoices,
  peopleByType,
  priceListChoices,
  productChoices,
  serviceChoices,
  supplierChoices,
  userChoices,
  webhookApplications,
} from '@tradehouse/contract';
import type { PartnerType } from '@tradehouse/contract';
import { fitsRole } from '@tradehouse/domain';
import type { InOutItemType, LedgerRole } from '@tradehouse/domain';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../app/net/client.ts';
import { t } from '../phrase/index.ts';
import type { Choice, ChoiceSource, ReferenceProps } from './ReferenceSelect.tsx';
import type { QuickRecord } from './quickAdd.tsx';
import { useQuickAdd } from './quickAdd.tsx';
import {
  isAdd,
  ReferenceSelect,
  shownFor,
  useChoices,
  withAdd,
  withFoot,
} from './ReferenceSelect.tsx';

export type PartnerChoice = ReplyOf<typeof partnerChoices>[number] & Choice;
export type WarehouseChoice = ReplyOf<typeof myWarehouses>[number];
export type AccountChoice = ReplyOf<typeof accountChoices>['accountList'][number];

/** A select whose records may also be made where it stands; the new one is chosen then. */
function Growing<C extends Choice>({
  record,
  source,
  ...props
}: ReferenceProps<C> & {
  readonly record: QuickRecord | null;
  readonly source: ChoiceSource<C>;
}): ReactNode {
  const { form, ...adding } = useQuickAdd(record, source, (made) =>
    props.onChange?.(made.id, made),
  );
  return (
    <>
      <ReferenceSelect source={source} {...props} {...adding} />
      {form}
    </>
  );
}

const partnerCalls = {
  supplier: supplierChoices,
  customer: customerChoices,
  member: memberChoices,
  any: partnerChoices,
} as const;

const partnerSource = (type: PartnerType | 'any'): ChoiceSource<PartnerChoice> => ({
  key: ['partner', type],
  remote: true,
  read: async (keyword, chosen) => {
    const answers = await call(partnerCalls[type], {
      key: keyword,
      limit: 20,
      ...(chosen === null ? {} : { organId: chosen }),
    });
    return type === 'any'
      ? answers.map((choice) => ({
          ...choice,
          // SAFETY: a partner is of one of these types; the reply says it in plain text.
          note: t(`partner.${choice.type as PartnerType}`),
        }))
      : answers;
  },
});

/** One partner as a choice; null where it is none of that type, or may not be chosen. */
export async function readPartner(
  type: PartnerType | 'any',
  id: string,
): Promise<PartnerChoice | null> {
  const found = await call(partnerCalls[type], { key: '', limit: 1, organId: id });
  return found.find((choice) => choice.id === id) ?? null;
}

/** Suppliers, customers, members, or any of them; searched by name, mnemonic, contact and phone. */
export const PartnerSelect = ({
  type,
  ...props
}: ReferenceProps<PartnerChoice> & { readonly type: PartnerType | 'any' }): ReactNode => (
  <Growing record={type === 'any' ? null : type} source={partnerSource(type)} {...props} />
);

export const warehouseSource: ChoiceSource<WarehouseChoice> = {
  key: ['warehouse'],
  read: () => call(myWarehouses, {}),
};

/** The warehouses granted to the signed-in user. */
export const WarehouseSelect = (props: ReferenceProps<WarehouseChoice>): ReactNode => (
  <Growing record="warehouse" source={warehouseSource} {...props} />
);

interface SeveralProps {
  readonly value?: readonly string[];
  readonly onChange?: (ids: readonly string[]) => void;
  readonly id?: string;
}

/** Several records of a source; `value` and `onChange` carry their ids. */
function SeveralSelect<C extends Choice>({
  source,
  value,
  onChange,
  id,
}: SeveralProps & { readonly source: ChoiceSource<C> }): ReactNode {
  const { data } = useChoices(source, '', null, true);
  return (
    <Select<string[]>
      mode="multiple"
      allowClear
      {...(id === undefined ? {} : { id })}
      maxTagCount="responsive"
      placeholder={t('select.placeholder')}
      showSearch={{ optionFilterProp: 'label' }}
      value={[...(value ?? [])]}
      options={(data ?? []).map((choice) => ({ value: choice.id, label: choice.name }))}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}

/** Several warehouses. */
export const WarehousesSelect = (props: SeveralProps): ReactNode => (
  <SeveralSelect source={warehouseSource} {...props} />
);

export const accountSource: ChoiceSource<AccountChoice> = {
  key: ['account'],
  read: async () => (await call(accountChoices, {})).accountList,
};

/** The company's settlement accounts. */
export const AccountSelect = (props: ReferenceProps<AccountChoice>): ReactNode => (
  <Growing record="account" source={accountSource} {...props} />
);

/** Several settlement accounts. */
export const AccountsSelect = (props: SeveralProps): ReactNode => (
  <SeveralSelect source={accountSource} {...props} />
);

export type ServiceChoice = ReplyOf<typeof serviceChoices>[number];

const serviceSource: ChoiceSource<ServiceChoice> = {
  key: ['service'],
  read: () => call(serviceChoices, {}),
};

/** Value-added services that can be chosen. */
export const ServiceSelect = (props: ReferenceProps<ServiceChoice>): ReactNode => (
  <ReferenceSelect source={serviceSource} {...props} />
);

export type PersonType = 'salesperson' | 'keeper' | 'finance';

const personSource = (type: PersonType | undefined): ChoiceSource<Choice> => ({
  key: ['person', type],
  read: async () =>
    type === undefined ? call(allPeople, {}) : (await call(peopleByType, { type })).personList,
});

const quickPerson = (type: PersonType | undefined): QuickRecord | null =>
  type === 'salesperson' || type === 'finance' ? type : null;

/** People in charge, of one type or of all. */
export const PersonSelect = ({
  type,
  ...props
}: ReferenceProps & { readonly type?: PersonType }): ReactNode => (
  <Growing record={quickPerson(type)} source={personSource(type)} {...props} />
);

/** Several people; `value` and `onChange` carry their ids. */
export function PeopleSelect({
  type,
  value,
  onChange,
  id,
  'aria-label': label,
}: {
  readonly 'aria-label'?: string;
  readonly type?: PersonType;
  readonly value?: readonly string[];
  readonly onChange?: (ids: readonly string[]) => void;
  readonly id?: string;
}): ReactNode {
  const source = personSource(type);
  const { data, refetch } = useChoices(source, '', null, true);
  const [typed, setTyped] = useState('');
  const { form, onAdd } = useQuickAdd(quickPerson(type), source, (made) =>
    onChange?.([...(value ?? []), made.id]),
  );
  const options = (data ?? []).map((choice) => ({ value: choice.id, label: choice.name }));
  return (
    <>
      <Select<string[]>
        mode="multiple"
        allowClear
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        placeholder={t('select.placeholder')}
        showSearch={{ filterOption: shownFor, onSearch: setTyped }}
        value={[...(value ?? [])]}
        options={onAdd === undefined ? options : withAdd(options, typed)}
        onChange={(ids) => {
          if (ids.some(isAdd)) onAdd?.(typed.trim());
          else onChange?.(ids);
        }}
        popupRender={withFoot(() => void refetch())}
      />
      {form}
    </>
  );
}

const userSource: ChoiceSource<Choice> = {
  key: ['user'],
  read: async () =>
    (await call(userChoices, {})).map(({ id, userName }) => ({ id, name: userName })),
};

/** The company's users. */
export const UserSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={userSource} {...props} />
);

const carrierSource: ChoiceSource<Choice> = {
  key: ['carrier'],
  read: () => call(logisticsCompanyChoices, {}),
};

/** Carriers that are enabled. */
export const CarrierSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={carrierSource} {...props} />
);

const applicationSource: ChoiceSource<Choice> = {
  key: ['application'],
  read: () => call(webhookApplications, {}),
};

/** Programs that sign in. */
export const ApplicationSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={applicationSource} {...props} />
);

export const inOutItemSource = (type: InOutItemType | undefined): ChoiceSource<Choice> => ({
  key: ['inOutItem', type],
  read: () =>
    call(inOutItemChoices, type === undefined ? {} : { type: type === 'income' ? 'in' : 'out' }),
});

/** Income or expense items, or both where no type is said. */
export const InOutItemSelect = ({
  type,
  ...props
}: ReferenceProps & { readonly type: InOutItemType | undefined }): ReactNode => (
  <ReferenceSelect source={inOutItemSource(type)} {...props} />
);

const priceListSource: ChoiceSource<Choice> = {
  key: ['priceList'],
  read: () => call(priceListChoices, {}),
};

/** What a customer pays is agreed by it. */
export const PriceListSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={priceListSource} {...props} />
);

type LedgerChoice = ReplyOf<typeof ledgerAccountChoices>[number];

const ledgerSource = (role: LedgerRole | undefined): ChoiceSource<LedgerChoice> => ({
  key: ['ledgerAccount', role],
  read: async () =>
    (await call(ledgerAccountChoices, {})).filter(
      ({ accountType }) => role === undefined || fitsRole(role, accountType),
    ),
});

/** A ledger account, by its code and name; of those that what plays the role may stand under. */
export const LedgerAccountSelect = ({
  role,
  ...props
}: ReferenceProps<LedgerChoice> & { readonly role?: LedgerRole }): ReactNode => (
  <ReferenceSelect source={ledgerSource(role)} {...props} />
);

const productSource: ChoiceSource<Choice> = {
  key: ['product'],
  remote: true,
  read: async (keyword) => {
    const { rows } = await call(productChoices, { q: keyword, rows: 20 });
    // Rows are barcodes; a product that has several is offered once, with its first.
    const ids = rows.map(({ productId }) => productId);
    const firsts = rows.filter(({ productId }, at) => ids.indexOf(productId) === at);
    return firsts.map((row) => ({
      id: row.productId,
      name: row.name,
      note: [row.barcode, row.standard, row.unit].filter((part) => part !== '').join(' '),
    }));
  },
};

/** A product, searched by barcode, name or mnemonic; the value is the product's id. */
export const ProductSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={productSource} {...props} />
);

const barcodeSource: ChoiceSource<Choice> = {
  key: ['barcode'],
  remote: true,
  read: async (keyword) => {
    const { rows } = await call(productChoices, { q: keyword, rows: 20 });
    return rows.map(({ id, barcode, name, attributes, unit }) => ({
      id,
      name: `${barcode} ${name}`,
      note: [attributes, unit].filter((part) => part !== '').join(' '),
    }));
  },
};

/** A barcode of goods that can be traded, searched by itself, name or mnemonic. */
export const BarcodeSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={barcodeSource} {...props} />
);

const brandSource: ChoiceSource<Choice> = {
  key: ['brand'],
  read: () => call(brandChoices, {}),
};

/** An enabled brand. */
export const BrandSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={brandSource} {...props} />
);

const labelSource: ChoiceSource<Choice> = {
  key: ['labelTemplates'],
  read: () => call(labelTemplates, {}),
};

/** A label template of the company's own. */
export const LabelTemplateSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={labelSource} {...props} />
);

const activitySource: ChoiceSource<Choice> = {
  key: ['activity'],
  read: () => call(activityChoices, {}),
};

/** An activity that has not ended. */
export const ActivitySelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={activitySource} {...props} />
);

type UnitChoice = ReplyOf<typeof allUnits>[number];

const unitSource: ChoiceSource<UnitChoice> = {
  key: ['unit'],
  read: () => call(allUnits, {}),
};

/** A group of units (piece, box, carton). */
export const UnitSelect = (props: ReferenceProps<UnitChoice>): ReactNode => (
  <Growing record="unit" source={unitSource} {...props} />
);
