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
  usersByRoleType,
  webhookApplications,
} from '@tradehouse/contract';
import type { PartnerType } from '@tradehouse/contract';
import { fitsRole } from '@tradehouse/domain';
import type { InOutItemType, LedgerRole } from '@tradehouse/domain';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { sortKeepersFirst } from './keeperChoices.ts';
import { namedClear } from './namedClear.tsx';
import { t } from '../phrase/index.ts';
import type { ReferenceChoice, ChoiceSource, ReferenceProps } from './ReferenceSelect.tsx';
import type { QuickRecord } from './quickAdd.tsx';
import { useQuickAdd } from './quickAdd.tsx';
import {
  isAdd,
  ReferenceSelect,
  shownFor,
  useChoices,
  withAddOption,
  withFoot,
} from './ReferenceSelect.tsx';

export type PartnerChoice = ReplyOf<typeof partnerChoices>[number] & ReferenceChoice;
export type MyWarehouseChoice = ReplyOf<typeof myWarehouses>[number];
export type AccountChoice = ReplyOf<typeof accountChoices>['accountList'][number];

/** Select that can also create records; a new record is then selected. */
function Growing<C extends ReferenceChoice>({
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
    const answers = await callEndpoint(partnerCalls[type], {
      key: keyword,
      limit: 20,
      ...(chosen === null ? {} : { organId: chosen }),
    });
    return type === 'any'
      ? answers.map((choice) => ({
          ...choice,
          // SAFETY: a partner has one of these types, typed as plain text in the reply.
          note: t(`partner.${choice.type as PartnerType}`),
        }))
      : answers;
  },
});

/** Reads a partner as a choice; null if not of the type or not selectable. */
export async function readPartner(
  type: PartnerType | 'any',
  id: string,
): Promise<PartnerChoice | null> {
  const found = await callEndpoint(partnerCalls[type], { key: '', limit: 1, organId: id });
  return found.find((choice) => choice.id === id) ?? null;
}

/** Selects partners of one type or any; searches name, mnemonic, contact and phone. */
export const PartnerSelect = ({
  type,
  ...props
}: ReferenceProps<PartnerChoice> & { readonly type: PartnerType | 'any' }): ReactNode => (
  <Growing record={type === 'any' ? null : type} source={partnerSource(type)} {...props} />
);

export const warehouseSource: ChoiceSource<MyWarehouseChoice> = {
  key: ['warehouse'],
  read: () => callEndpoint(myWarehouses, {}),
};

/** The warehouses granted to the signed-in user. */
export const WarehouseSelect = (props: ReferenceProps<MyWarehouseChoice>): ReactNode => (
  <Growing record="warehouse" source={warehouseSource} {...props} />
);

interface SeveralProps {
  readonly value?: readonly string[];
  readonly onChange?: (ids: readonly string[]) => void;
  readonly id?: string;
}

/** Several records of a source; `value` and `onChange` carry their ids. */
function SeveralSelect<C extends ReferenceChoice>({
  source,
  value,
  onChange,
  id,
}: SeveralProps & { readonly source: ChoiceSource<C> }): ReactNode {
  const { data } = useChoices(source, '', null, true);
  return (
    <Select<string[]>
      mode="multiple"
      allowClear={namedClear()}
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
  read: async () => (await callEndpoint(accountChoices, {})).accountList,
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
  read: () => callEndpoint(serviceChoices, {}),
};

export const ServiceSelect = (props: ReferenceProps<ServiceChoice>): ReactNode => (
  <ReferenceSelect source={serviceSource} {...props} />
);

export type PersonType = 'salesperson' | 'keeper' | 'finance';

const personSource = (type: PersonType | undefined): ChoiceSource<ReferenceChoice> => ({
  key: ['person', type],
  read: async () =>
    type === undefined
      ? callEndpoint(allPeople, {})
      : (await callEndpoint(peopleByType, { type })).personList,
});

const quickPerson = (type: PersonType | undefined): QuickRecord | null =>
  type === 'salesperson' || type === 'finance' ? type : null;

/** Selects a person in charge, of one or any type. */
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
        allowClear={namedClear()}
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        placeholder={t('select.placeholder')}
        showSearch={{ filterOption: shownFor, onSearch: setTyped }}
        value={[...(value ?? [])]}
        options={onAdd === undefined ? options : withAddOption(options, typed)}
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

const readUsers = async (): Promise<readonly ReferenceChoice[]> =>
  (await callEndpoint(userChoices, {})).map(({ id, userName }) => ({ id, name: userName }));
const userSource: ChoiceSource<ReferenceChoice> = { key: ['user'], read: readUsers };
const keeperSource: ChoiceSource<ReferenceChoice> = {
  key: ['user', 'keeper'],
  read: async () => {
    const [all, keepers] = await Promise.all([
      readUsers(),
      callEndpoint(usersByRoleType, { roleType: 'keeper' }),
    ]);
    return sortKeepersFirst(all, keepers);
  },
};

/** The company's users. */
export const UserSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={userSource} {...props} />
);

/** The company's users, keepers first. */
export const KeeperSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={keeperSource} {...props} />
);

const carrierSource: ChoiceSource<ReferenceChoice> = {
  key: ['carrier'],
  read: () => callEndpoint(logisticsCompanyChoices, {}),
};

/** Selects an enabled carrier. */
export const CarrierSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={carrierSource} {...props} />
);

const applicationSource: ChoiceSource<ReferenceChoice> = {
  key: ['application'],
  read: () => callEndpoint(webhookApplications, {}),
};

/** Selects a program that signs in. */
export const ApplicationSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={applicationSource} {...props} />
);

export const inOutItemSource = (
  type: InOutItemType | undefined,
): ChoiceSource<ReferenceChoice> => ({
  key: ['inOutItem', type],
  read: () =>
    callEndpoint(
      inOutItemChoices,
      type === undefined ? {} : { type: type === 'income' ? 'in' : 'out' },
    ),
});

/** Income or expense items, or both where no type is said. */
export const InOutItemSelect = ({
  type,
  ...props
}: ReferenceProps & { readonly type: InOutItemType | undefined }): ReactNode => (
  <ReferenceSelect source={inOutItemSource(type)} {...props} />
);

const priceListSource: ChoiceSource<ReferenceChoice> = {
  key: ['priceList'],
  read: () => callEndpoint(priceListChoices, {}),
};

/** Selects the price list agreed with a customer. */
export const PriceListSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={priceListSource} {...props} />
);

type LedgerChoice = ReplyOf<typeof ledgerAccountChoices>[number];

const ledgerSource = (role: LedgerRole | undefined): ChoiceSource<LedgerChoice> => ({
  key: ['ledgerAccount', role],
  read: async () =>
    (await callEndpoint(ledgerAccountChoices, {})).filter(
      ({ accountType }) => role === undefined || fitsRole(role, accountType),
    ),
});

/** Selects a ledger account by code and name; only accounts allowed for the role. */
export const LedgerAccountSelect = ({
  role,
  ...props
}: ReferenceProps<LedgerChoice> & { readonly role?: LedgerRole }): ReactNode => (
  <ReferenceSelect source={ledgerSource(role)} {...props} />
);

const productSource: ChoiceSource<ReferenceChoice> = {
  key: ['product'],
  remote: true,
  read: async (keyword) => {
    const { rows } = await callEndpoint(productChoices, { q: keyword, rows: 20 });
    // Rows are barcodes; a product with several is offered once, with its first.
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

const barcodeSource: ChoiceSource<ReferenceChoice> = {
  key: ['barcode'],
  remote: true,
  read: async (keyword) => {
    const { rows } = await callEndpoint(productChoices, { q: keyword, rows: 20 });
    return rows.map(({ id, barcode, name, attributes, unit }) => ({
      id,
      name: `${barcode} ${name}`,
      note: [attributes, unit].filter((part) => part !== '').join(' '),
    }));
  },
};

/** Selects a tradable barcode; searches barcode, name and mnemonic. */
export const BarcodeSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={barcodeSource} {...props} />
);

const brandSource: ChoiceSource<ReferenceChoice> = {
  key: ['brand'],
  read: () => callEndpoint(brandChoices, {}),
};

/** An enabled brand. */
export const BrandSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={brandSource} {...props} />
);

const labelSource: ChoiceSource<ReferenceChoice> = {
  key: ['labelTemplates'],
  read: () => callEndpoint(labelTemplates, {}),
};

/** A label template of the company's own. */
export const LabelTemplateSelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={labelSource} {...props} />
);

const activitySource: ChoiceSource<ReferenceChoice> = {
  key: ['activity'],
  read: () => callEndpoint(activityChoices, {}),
};

/** Field to select an activity, a sale of some days with locked stock, that has not ended. */
export const ActivitySelect = (props: ReferenceProps): ReactNode => (
  <ReferenceSelect source={activitySource} {...props} />
);

type UnitChoice = ReplyOf<typeof allUnits>[number];

const unitSource: ChoiceSource<UnitChoice> = {
  key: ['unit'],
  read: () => callEndpoint(allUnits, {}),
};

/** A group of units (piece, box, carton). */
export const UnitSelect = (props: ReferenceProps<UnitChoice>): ReactNode => (
  <Growing record="unit" source={unitSource} {...props} />
);
